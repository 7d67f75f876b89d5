/**
 * Returns whether the service keeps an address for people that it makes itself: the visitor of the example agency and the owner of the
 * first start. They have addresses at `.invalid`, a domain that never gets mail (RFC 2606), so nobody can be invited there.
 */
export function isReservedAddress(email: string): boolean {
  return /[@.]invalid\.?$/i.test(email.trim());
}
