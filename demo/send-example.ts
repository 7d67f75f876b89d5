// Sends the demo's statements to a running service. The service starts this program for the example agency, because making the statements
// would hold up its other requests.
import { once } from 'node:events';
import { z } from 'zod';
import { setUpPay } from './pay-month.ts';
import { sendStory } from './play-story.ts';
import { ServiceClient } from './service-client.ts';
import { exampleStory } from './statements/agency-story.ts';

const order = z.object({ url: z.url(), token: z.string() });

process.once('disconnect', () => process.exit(0));
const [message] = await once(process, 'message');
const { url, token } = order.parse(message);
const story = exampleStory();
const statements = story.carriers.reduce((sum, carrier) => sum + carrier.statements.length, 0);
let sentCount = 0;
const tell = (news: object) => process.send?.(news);
tell({ kind: 'progress', sent: sentCount, statements });
await sendStory(story, new ServiceClient(url, token), {
  onStatement: () => {},
  onProgress: () => {},
  onEnded: () => {
    sentCount += 1;
    tell({ kind: 'progress', sent: sentCount, statements });
  },
});
await setUpPay(new ServiceClient(url, token), story);
tell({ kind: 'done', agency: story.agency });
process.disconnect();
