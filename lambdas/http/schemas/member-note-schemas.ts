import { z } from '@hono/zod-openapi';
import { NOTE_CHARACTERS_MAX } from '../../../core/limits/account-limits.ts';

/** Notes and contacts of members (docs/reference/members-and-comparisons.md#notes-and-contact). */

export const memberNote = z
  .object({
    id: z.string(),
    text: z.string(),
    author: z
      .string()
      .nullable()
      .openapi({ description: 'The name of the person at that time; null when a program wrote it.' }),
    writtenAt: z.iso.datetime(),
  })
  .openapi('MemberNote');

export const memberNoteExample: z.output<typeof memberNote> = {
  id: '1c9f5a52-0d3e-4c56-9a0b-6f1d2e3a4b5c',
  text: 'Called: the new card is on its way.',
  author: 'Dana Reyes',
  writtenAt: '2026-04-02T09:15:04.120Z',
};

export const newMemberNote = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(NOTE_CHARACTERS_MAX, `must not be longer than ${NOTE_CHARACTERS_MAX} characters`)
    .openapi({ description: 'Plain text; line breaks are kept.' }),
});

const phone = z
  .string()
  .trim()
  .min(3, 'must have at least 3 characters')
  .max(50, 'must not be longer than 50 characters')
  .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters');

const email = z.email('must be an email address').max(254, 'must have at most 254 characters');

export const memberContactChange = z.strictObject({
  phone: phone.nullable().openapi({ description: 'As people write it; null when it is not known.' }),
  email: email.nullable(),
});

export const memberContact = z
  .object({
    memberRefId: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    setAt: z.iso.datetime().nullable().openapi({ description: 'Null when nobody has written anything down.' }),
    statementEmail: z
      .string()
      .nullable()
      .openapi({ description: "The address on the member's latest statement row, if the carrier prints one." }),
  })
  .openapi('MemberContact');

export const memberContactExample: z.output<typeof memberContact> = {
  memberRefId: '5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f',
  phone: '+1 555 0100',
  email: 'jane@doe.example',
  setAt: '2026-04-02T09:15:04.120Z',
  statementEmail: null,
};
