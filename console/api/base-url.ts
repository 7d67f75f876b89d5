/** Returns the address of the service: that of the page, with the path under which a proxy serves it. */
export function serviceAddress(): URL {
  return new URL('.', document.baseURI);
}

/** Returns the address without its last slash, for the client, which adds paths to it. */
export function clientBaseUrl(): string {
  return serviceAddress().href.replace(/\/$/, '');
}

/** Replaces an address with a broken percent escape, which the router cannot read, by one that has no page. */
export function replaceUnreadableAddress(): void {
  try {
    decodeURIComponent(window.location.pathname);
  } catch {
    window.history.replaceState(null, '', new URL('no-such-page', serviceAddress()));
  }
}
