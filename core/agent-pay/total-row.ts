/** Returns true for the words that a sheet has beside the sum of its agents, in place of an agent's name. */
export function isTotalRow(agent: string): boolean {
  return /^(?:(?:grand|sub)[\s-]*)?(?:totals?|sum)[\s:]*$/i.test(agent.trim());
}
