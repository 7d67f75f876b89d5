import ssh2 from 'ssh2';

/**
 * Creates an Ed25519 key pair in OpenSSH's form. ssh2 1.17 writes about one unreadable key in five hundred, because it drops a leading
 * zero. A server would notice such a host key only at its next start, so each key is read back here.
 */
export function createSshKeyPair(): { readonly public: string; readonly private: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519');
    const halves = [pair.private, pair.public].map((half) => ssh2.utils.parseKey(half));
    if (!halves.some((half) => half instanceof Error)) return pair;
  }
}
