import { z } from '@hono/zod-openapi';
import { recordId } from './record-id.ts';

/** Inbound addresses of carriers (docs/reference/drop-offs.md#email-addresses). */

export const emailAddress = z
  .object({
    id: z.string(),
    address: z.string().openapi({
      format: 'email',
      description: 'Where the carrier sends its statements. Not to be guessed, and not to be told to others.',
    }),
    carrierId: z.string(),
    workspaceId: z.string().nullable().openapi({ description: "null: the account's only one." }),
    createdAt: z.iso.datetime(),
  })
  .openapi('EmailAddress');

export const emailAddressExample: z.output<typeof emailAddress> = {
  id: '5a0b7c1e-3f64-4c57-9b52-1d7e8f90a2b3',
  address: 'k3v7mq2xw4bn5tz6jr2hc7dp4s@inbound.example.com',
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  workspaceId: null,
  createdAt: '2026-04-02T09:15:04.120Z',
};

export const newEmailAddress = z.strictObject({
  carrierId: recordId('The carrier whose statements it is for.'),
  workspaceId: recordId('Required when the account has several workspaces.').optional(),
});
