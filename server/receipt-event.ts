import { BlockList, isIP } from 'node:net';
import type { SESEvent, SESReceiptStatus } from 'aws-lambda';

/**
 * Makes the event that SES would send for the message. This machine checks neither spam nor viruses nor senders: mail from this machine
 * counts as verified, so that the whole path can be tried out. Other mail is unverified and is held.
 */
export function receiptEvent({
  messageId,
  source,
  recipients,
  clientAddress,
}: {
  readonly messageId: string;
  readonly source: string;
  readonly recipients: string[];
  readonly clientAddress: string;
}): SESEvent {
  const timestamp = new Date().toISOString();
  const verdict: SESReceiptStatus = { status: isLoopback(clientAddress) ? 'PASS' : 'PROCESSING_FAILED' };
  return {
    Records: [
      {
        eventSource: 'aws:ses',
        eventVersion: '1.0',
        ses: {
          mail: {
            timestamp,
            source,
            messageId,
            destination: recipients,
            // The function reads the headers of the message itself.
            headersTruncated: true,
            headers: [],
            commonHeaders: { returnPath: source, date: '', messageId: '' },
          },
          receipt: {
            timestamp,
            processingTimeMillis: 0,
            recipients,
            spamVerdict: verdict,
            virusVerdict: verdict,
            spfVerdict: verdict,
            dkimVerdict: verdict,
            dmarcVerdict: verdict,
            action: {
              type: 'Lambda',
              functionArn: 'arn:aws:lambda:local:000000000000:function:receive-mail',
              invocationType: 'Event',
            },
          },
        },
      },
    ],
  };
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Recognises addresses of this machine, also in the form in which an IPv6 socket shows an IPv4 client. */
function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  const family = isIP(plain);
  return family !== 0 && LOOPBACK.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}
