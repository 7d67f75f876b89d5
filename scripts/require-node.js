// The program is plain JavaScript for any Node version: it prints the required version before newer syntax fails with an unclear error.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `This runs on Node 24, and found ${process.version}.\n` +
      'On Linux "npm ci" installs it beside the project; was it run with --omit=optional? Elsewhere install Node 24 or newer.\n',
  );
  process.exit(1);
}
