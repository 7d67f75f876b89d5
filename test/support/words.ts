/** Returns the words of a text that stands for a long list. A line that begins with `# ` is a comment. */
export const words = (text: string): string[] =>
  text
    .replace(/^\s*# .*$/gm, '')
    .trim()
    .split(/\s+/);
