import ssh2 from 'ssh2';

/**
 * A new Ed25519 key pair in OpenSSH's form. About one in five hundred that ssh2 1.17 writes can't be read again (it drops a
 * leading zero); as the kept key of a server such a one would be found at the next start only, so it is read back here.
 */
export function createSshKeyPair(): { readonly public: string; readonly private: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519');
    const halves = [pair.private, pair.public].map((half) => ssh2.utils.parseKey(half));
    if (!halves.some((half) => half instanceof Error)) return pair;
  }
}
