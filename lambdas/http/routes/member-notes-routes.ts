import { z } from '@hono/zod-openapi';
import {
  addNote,
  type ContactImports,
  contactImport,
  findContact,
  importContacts,
  listNotes,
  MEMBER_NOTE_COLUMNS,
  type MemberNotes,
  memberContact,
  memberContactChange,
  memberNote,
  newMemberNote,
  removeNote,
  setContact,
} from '../../../app/members/manage-member-notes.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { MEMBER_NOTES_MAX } from '../../../core/limits/account-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { ROSTER_ROWS_MAX } from '../../../core/roster/read-roster.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { booleanText, fileField } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

/** Notes, phone and email of a member: list, add, remove, get, set. */
export function memberNoteRoutes(notes: MemberNotes): readonly Route[] {
  return [listRoute(notes), addRoute(notes), removeRoute(notes), getContactRoute(notes), setContactRoute(notes)];
}

const tag = 'Members';
const params = z.object({ memberRefId: recordId('The member.') });

function listRoute(notes: MemberNotes): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/members/{memberRefId}/notes',
    operationId: 'listMemberNotes',
    access: 'account:read',
    tag,
    summary: 'Notes about a member',
    description: 'Newest first, with those of the other ids of the member.',
    request: { params, query: z.strictObject(offsetQuery) },
    responses: {
      200: {
        description: 'A page of notes.',
        schema: offsetList(memberNote),
      },
    },
    csv: { columns: MEMBER_NOTE_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ params: { memberRefId }, query }, { account: { accountId } }) => {
    const page = await listNotes(notes, { accountId, memberRefId }, query);
    return isRefused(page) ? page : { status: 200, body: page };
  });
}

function addRoute(notes: MemberNotes): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/members/{memberRefId}/notes',
    operationId: 'createMemberNote',
    access: 'account:write',
    tag,
    summary: 'Write a note about a member',
    description: `With the name of whoever has signed in. A member may have ${MEMBER_NOTES_MAX} notes.`,
    request: { params, json: newMemberNote },
    problems: ['conflict', 'storage_quota_exceeded'],
    responses: { 201: { description: 'Stored.', schema: memberNote } },
  }).handle(async ({ params: { memberRefId }, json: { text } }, request) => {
    const { accountId, person } = request.account;
    const note = { accountId, memberRefId, text, author: person?.name ?? null };
    const added = await addNote(notes, note, request.origin);
    return isRefused(added) ? added : { status: 201, body: added };
  });
}

function removeRoute(notes: MemberNotes): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/members/{memberRefId}/notes/{noteId}',
    operationId: 'deleteMemberNote',
    access: 'account:write',
    tag,
    summary: 'Delete a note',
    description: 'For good: no copy is kept.',
    request: { params: params.extend({ noteId: recordId('The note.') }) },
    responses: { 204: { description: 'Deleted.', schema: z.void() } },
  }).handle(async ({ params: { memberRefId, noteId } }, request) => {
    const { accountId } = request.account;
    const refused = await removeNote(notes, { accountId, memberRefId, noteId }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}

function getContactRoute(notes: MemberNotes): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/members/{memberRefId}/contact',
    operationId: 'getMemberContact',
    access: 'account:read',
    tag,
    summary: 'How a member is reached',
    description: 'As people wrote it down, with the address that a statement names.',
    request: { params },
    responses: { 200: { description: 'The contact.', schema: memberContact } },
  }).handle(async ({ params: { memberRefId } }, { account: { accountId } }) => {
    const found = await findContact(notes, { accountId, memberRefId });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function setContactRoute(notes: MemberNotes): Route {
  return accountRoute({
    method: 'put',
    path: '/v1/members/{memberRefId}/contact',
    operationId: 'updateMemberContact',
    access: 'account:write',
    tag,
    summary: 'Write down how a member is reached',
    description: 'Replaces phone and email. Two nulls remove them.',
    request: { params, json: memberContactChange },
    problems: ['storage_quota_exceeded'],
    responses: { 200: { description: 'As it is now.', schema: memberContact } },
  }).handle(async ({ params: { memberRefId }, json: { phone, email } }, request) => {
    const { accountId } = request.account;
    const set = await setContact(notes, { accountId, memberRefId, phone, email }, request.origin);
    return isRefused(set) ? set : { status: 200, body: set };
  });
}

/** The import of phones and emails from an agency's own list. */
export function contactImportRoutes(imports: ContactImports): readonly Route[] {
  return [
    accountRoute({
      method: 'post',
      path: '/v1/members/contacts/import',
      operationId: 'importMemberContacts',
      access: 'account:write',
      tag: 'Members',
      summary: 'Write down phones and emails from a list',
      description: `Without \`apply\` nothing is changed: the answer says for each row who is meant and what would be written down. With it all
clear rows are stored at once, or none. The list is not kept. A cell that is blank leaves what is known.`,
      request: {
        form: z.strictObject({
          file: fileField(
            `CSV or a workbook with a header: Phone or Email, and Name, Member ID or Policy number. Up to ${ROSTER_ROWS_MAX} rows.`,
          ),
          apply: booleanText('True stores the contacts.').optional(),
        }),
      },
      problems: ['storage_quota_exceeded'],
      responses: { 200: { description: 'Each row.', schema: contactImport } },
    }).handle(async ({ form: { file, apply = false } }, request) => {
      const order = { accountId: request.account.accountId, bytes: file.bytes, isApplied: apply };
      const imported = await importContacts(imports, order, request.origin);
      return isRefused(imported) ? imported : { status: 200, body: imported };
    }),
  ];
}
