// Written by `npm run client` from openapi.json. Change the routes, never this file.

export interface paths {
    "/v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Links to the main resources
         * @description The starting point: every link can be followed as it is.
         */
        get: operations["getLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete the account and everything it has
         * @description Can't be undone. Everybody is signed out at once, tokens and addresses stop, and every row and every stored file of the
         *     account goes; a large account takes some runs of the schedule. Only for owners who have signed in. The answer is the last one that the account
         *     gets: the operator keeps the certificate.
         */
        delete: operations["deleteOwnAccount"];
        options?: never;
        head?: never;
        /**
         * Rename the account
         * @description New letters to carriers, invitations and reports have the new name. Only for owners who have signed in.
         */
        patch: operations["updateOwnAccount"];
        trace?: never;
    };
    "/v1/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything the account has
         * @description A ZIP archive that is sent while it is made, as of one moment: a CSV file for each kind of record, `README.txt`, and last
         *     `manifest.json` with rows, bytes and SHA-256 of each file. An archive without it was cut off. It needs the scope write, because one request
         *     takes everything at once. One export of an account runs at a time, for at most 15 minutes.
         */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/report-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where scheduled reports are mailed
         * @description The account's address; null: nothing is mailed.
         */
        get: operations["getReportAddress"];
        /**
         * Set where scheduled reports are mailed
         * @description For owners. It holds from the next report on.
         */
        put: operations["updateReportAddress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * For how long files and rejected rows are kept
         * @description The settings of the account, or the defaults of the service. Results are kept for good.
         */
        get: operations["getRetention"];
        /**
         * Set for how long files and rejected rows are kept
         * @description For owners. It holds for what is stored already too: the next run of purge_files deletes what is older. A longer time
         *     brings nothing back.
         */
        put: operations["updateRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much is stored, and how much may be
         * @description Bytes of files, drops, messages and rejected rows. Results are kept for good and not counted. A statement's file is
         *     deleted as long after its job as retention says, or at once with POST /v1/files/{fileId}/purge; what was dropped and not taken in, after a week.
         */
        get: operations["getAccountUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Accounts
         * @description Newest first. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Add an account
         * @description Active at once, with a default workspace. It needs a token next.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an account and everything it has
         * @description Can't be undone. Tokens, SFTP users and addresses stop at once, open jobs end without storing anything, and every row and
         *     every stored file of the account goes. A large account takes longer than this request: the schedule goes on, and
         *     `GET /v1/admin/deletions/{deletionId}` says when it is completed and gives the certificate. May be repeated until then.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Change an account
         * @description Fields that are absent stay as they are. Tokens of an account that is not active are refused with 403.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/v1/admin/accounts/{accountId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tokens of an account
         * @description Newest first, revoked ones too; never the tokens themselves. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Issue a token
         * @description The token is shown in this answer and never again: only its digest is stored.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a carrier to the catalogue
         * @description Every account sees it from now on.
         */
        post: operations["createSharedCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/carriers/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a brand
         * @description Carriers of the catalogue join it by groupId.
         */
        post: operations["createCarrierGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/carriers/{carrierId}/configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a shared configuration
         * @description The body is the configuration. Accounts without a version of their own read with it from now on.
         */
        post: operations["createSharedConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages that were given up
         * @description Newest first, those of the last 14 days. A job whose message was given up can be retried. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deletions of accounts
         * @description Newest first. They are kept for good. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listDeletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/deletions/{deletionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One deletion of an account
         * @description How far it is and, once it is completed, the certificate of what was removed.
         */
        get: operations["getDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Jobs of all accounts
         * @description Newest first. They name no member and no file. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listAllJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/system/cron-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs of the scheduled tasks
         * @description Newest first, those of the last 90 days. Figures a task does not have are zero. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listTaskRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/system/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a scheduled task now
         * @description The answer comes when it is done; where there is more to do than fits a request, the schedule goes on. Figures a task does not have are zero.
         */
        post: operations["runTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/tokens/{tokenId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token
         * @description Refused from the next request on. May be repeated.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a person
         * @description Adds a person to the team of an account and mails the address of the sign-in page, where the person asks for a link. Returns a link that signs the person in once, for a person who gets no mail.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who did what
         * @description Every change to the account and its data, newest first. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What carriers did to many members at once
         * @description A change of pay that at least ten members and four fifths of those compared have in common, and blocks of members
         *     that left together, and warnings that many members share. Their members' rows tell it as info. Newest period first. A page also as CSV and XLSX. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        get: operations["listCarrierEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier-events/{eventId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an event
         * @description The pay is right from the event's month on: the rate that follows from it is contracted from that month, for all
         *     workspaces, and the periods it reaches are scored again as when a rate is set. 409 where no single rate follows. Where members left,
         *     accepting says that they did: no rate is stored, and the event asks for no attention any more. Again it changes nothing.
         */
        post: operations["acceptCarrierEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier-events/{eventId}/dispute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dispute an event
         * @description The carrier should not have done it. Where pay was cut, what each member of the event is short of in its month becomes a claim
         *     of GET /v1/reports/recoverable, as an estimate unless a rate says what is owed, and all of them, at most the 500 largest, become
         *     one dispute with a letter: `disputeId`. Claims of another open dispute stay there. 409 once a change of pay was accepted. Again it changes nothing.
         */
        post: operations["disputeCarrierEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Carriers
         * @description Your own and those of the shared catalogue, by name. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listCarriers"];
        put?: never;
        /**
         * Add a carrier of your own
         * @description Give it a configuration next: then its statements can be read.
         */
        post: operations["createCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carriers/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Brands
         * @description Names that several carriers trade under, each with these carriers, by name. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listCarrierGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carriers/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which carrier of a brand a file is of
         * @description The file is read with the format of each carrier of the brand. When two fit alike, or none fits well, the answer is
         *     ambiguous and there is no best.
         */
        post: operations["resolveCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carriers/{carrierId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One carrier
         * @description Your own, or one of the shared catalogue.
         */
        get: operations["getCarrier"];
        put?: never;
        post?: never;
        /**
         * Delete a carrier of your own
         * @description With its configurations and rates, and only while no statement of it has been accepted.
         */
        delete: operations["deleteCarrier"];
        options?: never;
        head?: never;
        /**
         * Change a carrier of your own
         * @description Fields that are absent stay as they are. Carriers of the shared catalogue can not be changed here (403).
         */
        patch: operations["updateCarrier"];
        trace?: never;
    };
    "/v1/carriers/{carrierId}/configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Versions of a carrier's statement format
         * @description Newest first. Of your own versions the newest is active; without any, the newest shared one. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listConfigs"];
        put?: never;
        /**
         * Add a version
         * @description The body is the configuration. It becomes the active one: statements accepted before stay as they were read.
         *     For a carrier of the shared catalogue it is yours alone and goes before the shared ones.
         */
        post: operations["createConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carriers/{carrierId}/configs/infer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Infer a configuration from a file
         * @description From the header and the first 500 rows alone; nothing is stored. From a confidence of 0.8 on both the member's id
         *     and the amount are certain. Look at the preview, then add the configuration as a version. Where the carrier has a format already,
         *     the proposal keeps what that says of how the carrier pays and how its files come, and a note says so.
         */
        post: operations["inferConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carriers/{carrierId}/configs/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a configuration on a file
         * @description What a job would make of the file with this configuration; nothing is stored. A file that could not be read at
         *     all is 422 with the reason. The period matters to rolling statements only.
         */
        post: operations["testConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carriers/{carrierId}/configs/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One version
         * @description With every option filled in, those left to their defaults too.
         */
        get: operations["getConfig"];
        put?: never;
        post?: never;
        /**
         * Remove a version of your own
         * @description Your newest remaining version is active then; without any, the shipped format is. The removed version reads no more
         *     statements and can still be looked at. The only version of a carrier, a shared one and a removed one can not be removed (409).
         */
        delete: operations["deleteConfig"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carriers/{carrierId}/drop-offs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How dropped files of a carrier are recognised
         * @description The names of its files by SFTP, the senders who may mail them, and where their month is looked for. A setting of the
         *     account comes before the one in the carrier's format (sftp and email).
         */
        get: operations["getDropOffs"];
        /**
         * Set how dropped files of a carrier are recognised
         * @description Replaces the account's own settings, also of a carrier of the shared catalogue, whose format stays the shared one. What is
         *     absent or null is left to the format; an empty list allows none. They hold from the next
         *     file or message on.
         */
        put: operations["updateDropOffs"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carriers/{carrierId}/expected-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say how many files a month has
         * @description For a carrier that sends weekly, or a file for each agent; also for one of the shared catalogue. A month is open until
         *     so many of its files have come, and who is missing from it is so provisionally. Holds from the latest month on, and for earlier months that are
         *     open. null: learned again, from the same number of files, at least two, in three months in a row.
         */
        put: operations["updateExpectedFiles"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is gone, paid less, new or back in a month
         * @description One list over all carriers, with the amounts before and now and a sentence for each member. The first month of a carrier has
         *     no changes. Members with the same pay are listed with kind=same only, in the order of members. The workbook is for people: titles and words instead of properties, and
         *     no references. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chargebacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Chargebacks of a period
         * @description Each policy with chargeback lines in the period, and the payment these take back; by member, then policy. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        get: operations["listChargebacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comparisons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Two periods compared
         * @description Each member by the rules of month-over-month scoring, ordered by carrier, workspace and member. With quarter or year a
         *     side is the calendar quarter or year that holds the month: amounts are sums over its months, and a member is present who is in any of them.
         *     New: never seen up to the end of the earlier side; reappeared: seen before it, not in it. CSV has
         *     the rows. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listComparisons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/configs/infer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Infer a configuration before the carrier exists
         * @description As for a carrier, from the file alone. Create the carrier next, then add the configuration as its first version. To find
         *     out whether a carrier has a format for the file already, identify the file.
         */
        post: operations["inferConfigWithoutCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Disputes with carriers
         * @description Newest first, closed ones included. A page also as CSV and XLSX. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        get: operations["listDisputes"];
        put?: never;
        /**
         * Ask a carrier for the money of claims
         * @description Writes the letter and keeps the claims with their evidence, as they are now. Nothing is sent to the carrier. A claim can be in
         *     one open dispute only. At most 500 of each list.
         */
        post: operations["createDispute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes/{disputeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One dispute
         * @description With its letter, its claims, their evidence and what was recovered.
         */
        get: operations["getDispute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Say what came of a dispute
         * @description asked becomes answered, paid or refused; answered becomes paid or refused; a closed dispute stays closed. A claim that is
         *     still open may then be in another dispute.
         */
        patch: operations["updateDispute"];
        trace?: never;
    };
    "/v1/disputes/{disputeId}/letter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The letter of a dispute
         * @description Plain text for an email or the portal of the carrier, as it was written when the dispute was opened.
         */
        get: operations["getDisputeLetter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes/{disputeId}/workbook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The workbook of a dispute
         * @description XLSX to send with the letter: the claims, and the statement rows that prove each of them.
         */
        get: operations["getDisputeWorkbook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drop-offs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where statements can be dropped and mailed
         * @description The address of the SFTP server and the domain of the email addresses.
         */
        get: operations["getDropOffPlaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Addresses for statements
         * @description Newest first, without deleted ones. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listEmailAddresses"];
        put?: never;
        /**
         * Make an address for the statements of a carrier
         * @description Every attachment of a message to it that is CSV, a workbook, a PDF with text or a ZIP archive of these becomes an upload. Only the
         *     senders in email.allowedSenders of the carrier's drop-off settings are let in, and only when the message provably comes from their domain. Enterprise only; an account may have
         *     200 addresses.
         */
        post: operations["createEmailAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email/addresses/{addressId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One address
         * @description With the carrier it is for.
         */
        get: operations["getEmailAddress"];
        put?: never;
        post?: never;
        /**
         * Delete an address
         * @description Mail to it is nobody's from now on: it is dropped in silence. The address is never given out again.
         */
        delete: operations["deleteEmailAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email/addresses/{addressId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change an address
         * @description Keeps its id and gets a new address. Mail to the one before is nobody's at once: tell the carrier first, or make a
         *     second address and delete this one later. Enterprise only.
         */
        post: operations["rotateEmailAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/expected-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What carriers should pay
         * @description Contracted rates, and those estimated from a book's first period where none was contracted. Of several that fit, a
         *     contracted one goes before an estimate, a plan's own before the carrier's, then one for the state, with policy months, with lives, for the tier, and the newest. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listExpectedRates"];
        put?: never;
        /**
         * Set a contracted rate
         * @description Replaces the rate of the same carrier, plan, tier, state, first day and bounds (policy months, lives). Refused with
         *     409 where the same kind of bounds overlap those of another such rate: nobody could tell which of the two holds. The periods it reaches are scored again
         *     before the answer comes. Books too large for that are scored by the jobs that it names; until those have ended, what is owed in
         *     them rests on the rates of before.
         */
        post: operations["createExpectedRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/expected-rates/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set many contracted rates
         * @description Sets each rate of a carrier's list, as JSON or CSV, as if it were sent alone; rates that are not listed stay. If anything is
         *     wrong, every fault is told with its row and column, and nothing is stored. The periods they reach are scored again once. With
         *     `dryRun` nothing is stored, and `owed` says what would change; the scope `read` is enough for that.
         */
        post: operations["createExpectedRates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/expected-rates/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See what a rate would change
         * @description Takes the same body as setting a rate, scores the periods it reaches, compares them with what is stored, and stores
         *     nothing. Books too large to be scored before the answer are left out and counted in `periodsLeftOut`. Statements of the carrier
         *     wait meanwhile, as they do while a rate is set.
         */
        post: operations["previewExpectedRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/expected-rates/{rateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a contracted rate
         * @description The periods it reached are scored again before the answer comes, large books by jobs as when a rate is set. Estimates can not be deleted.
         */
        delete: operations["deleteExpectedRate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/expected-rates/{rateId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an estimate a contracted rate
         * @description Contracts what the estimate says, from a month on and for every workspace. The periods it reaches are scored again as
         *     when a rate is set. A repeat gets the same rate and does nothing. Refused where a contracted rate holds for the same members
         *     in that month or later.
         */
        post: operations["confirmExpectedRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Files on record
         * @description Newest first. Retracted and replaced files are left out; failed and canceled ones are shown. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listFiles"];
        put?: never;
        /**
         * Upload a statement
         * @description One statement of one carrier for one period. It is stored and read in the background: poll the job, or
         *     name a webhookUrl. Checked in this order: size (413), media type (415), the form (400), its fields (422, all faults at once), the
         *     carrier (404), the workspace (422), the carrier's configuration and the kind of file (422), the Idempotency-Key (an answer), the
         *     period (409), and room for it in what the account may have stored and have waiting (409). A ZIP archive of statements becomes one
         *     upload for each of them, all or none: the answer lists them in files, and a refusal names the file that it concerns.
         */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/identify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which carrier and month a file is of
         * @description The file is read with the formats of all your carriers and of the shared catalogue; nothing is stored. The month comes
         *     from the title, the name of a sheet, the name of the file or the rows. Ask a person to confirm `summary`, then upload the file. When no
         *     carrier is certain, `inferred` proposes a format.
         */
        post: operations["identifyFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The first rows of a file, and what its columns mean
         * @description For a person who checks a layout that nobody knows yet; nothing is stored. Correct the meanings, send them as `columns`
         *     with the same file, and compare the totals. Then add `config` to the carrier.
         */
        post: operations["previewFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One file
         * @description In any state, retracted and replaced included.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        /**
         * Retract a file's period
         * @description Takes back everything the file's carrier and period has, other files of it included, and scores later periods again. With only=true it takes back this file alone. Where it takes back several, the reply has the warning several_files_retracted.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{fileId}/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete the file itself now
         * @description Deletes the bytes in every place: as uploaded, as dropped by SFTP, and as mailed, with the whole message. Messages to the
         *     account whose attachments nobody read may hold a copy, and go too. So do the rows that were rejected, and the name of the file becomes
         *     `purged.csv` or the like. What was scored stays. On AWS the bytes follow within 15 minutes. May be repeated. A file that is still to be read can not be purged.
         */
        post: operations["purgeFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{fileId}/rescore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score a file's period again
         * @description Uses the stored lines and the scoring options of the active configuration. A new column mapping needs the file itself: replace it.
         */
        post: operations["rescoreFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{fileId}/rows/{row}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One row of a file
         * @description As the carrier sent it, with the header of each column. Rows are numbered as in a spreadsheet, from 1. Claims and the
         *     worksheet name the rows that prove them by file, sheet and row.
         */
        get: operations["getFileRow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the service alive?
         * @description Needs no token and counts towards no rate limit.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A month at a glance
         * @description What was paid and what changed since the month before, in all, by carrier and by agent, with a year of months and the
         *     open carrier events. GET /v1/changes lists the members.
         */
        get: operations["getHome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/intake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What arrived by SFTP and email
         * @description Newest first: every file that was dropped or mailed, and what became of it. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listIntake"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/intake/{itemId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * File what was rejected or held
         * @description Takes a file that arrived and was not filed as the statement of a carrier and a month, as if it were uploaded now. It becomes an
         *     accepted item with its job. Refused when its bytes are not kept any more, or it is filed already.
         */
        post: operations["fileIntakeItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Jobs with status and figures
         * @description Newest first, or oldest first with sort=oldest. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One job
         * @description To be polled until status is completed, failed or canceled.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{jobId}/deltas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What moved in a job's period
         * @description Every field that moved since the period before, ordered by member and field. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        get: operations["listJobDeltas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{jobId}/exceptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rows that were not accepted
         * @description CSV: _row (1-based, of the file or of its sheet), _errors, then the columns of the file. Only the header when every row
         *     was accepted. 404 until the job has ended, from 30 days after that (or as GET /v1/account/retention says), and once
         *     the file was purged.
         */
        get: operations["getJobExceptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{jobId}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members of a job's period
         * @description The job's carrier and period as it is scored now, ordered by member; with what the carrier did to many of them at once. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        get: operations["listJobResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{jobId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a failed job again
         * @description The job gets a fresh budget of tries. Refused when it is not failed, or when its file is no longer stored.
         */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whose token is this?
         * @description The account that the token or the session works in, and the person who signed in.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Say who you are
         * @description For the owner whom the first start made: stores the own name and address, and the name of the agency. Refused afterwards.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/v1/me/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Work in another account
         * @description Lets the session of a person who belongs to several accounts work in another one. For tokens it is refused.
         */
        put: operations["updateMyAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members
         * @description Each member once, as of the latest period that says something of them, or as of the period asked for; ordered by member.
         *     Filters apply to what is shown: status=red lists those whose latest status is red. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/alias-proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members who seem to return under another id
         * @description Missing members of the month, and newcomers with the same name and the same effective date or policy number. A name that two people
         *     have is never proposed. CSV and XLSX have a row for each member. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        get: operations["listAliasProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/alias-proposals/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link all of a month's proposals
         * @description Members whose two ids stand side by side in a later month are left out. The months are scored again before the answer comes; large
         *     books are scored by jobs.
         */
        post: operations["acceptAliasProposals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/alias-proposals/redo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link again what was undone
         * @description The links of the month that were undone last. Members whose two ids stand side by side in a month are left out, and ids that were
         *     linked otherwise since.
         */
        post: operations["redoMemberAliases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/alias-proposals/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo all links of a month
         * @description Those that the month's statements made by themselves, and those of accepted proposals. Links made by hand stay.
         */
        post: operations["undoMemberAliases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{memberRefId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One member
         * @description As of the latest period that says something of them.
         */
        get: operations["getMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{memberRefId}/aliases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Other ids of a member
         * @description Ids whose lines count as the lines of this member; oldest first. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listMemberAliases"];
        put?: never;
        /**
         * Link another id to a member
         * @description Lines of the id, past and future, count as this member's. If the id has a member of its own, that member's months become this
         *     one's, and are scored again before the answer comes; large books are scored by jobs. Linking an id again changes nothing. 409 where one
         *     statement month shows both ids, unless every line has a policy number and the two share none; where the id belongs to another member; and where it has
         *     a member with further ids.
         */
        post: operations["createMemberAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{memberRefId}/aliases/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Undo a link
         * @description The id has a member of its own again, as if it had never been linked, and the months are scored again as when it was. No later
         *     statement links it by itself again.
         */
        delete: operations["deleteMemberAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{memberRefId}/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a member is reached
         * @description As people wrote it down, with the address that a statement names.
         */
        get: operations["getMemberContact"];
        /**
         * Write down how a member is reached
         * @description Replaces phone and email. Two nulls remove them.
         */
        put: operations["updateMemberContact"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{memberRefId}/journey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A member's journey
         * @description The months of the timeline, oldest first, each with the policies paid in it, the file that shows it, and what moved. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getMemberJourney"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{memberRefId}/last-seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When a member was last seen
         * @description The last period the member was present in, with what was paid then and the file that shows it, and how the member
         *     stands now. A chargeback after the drop is not presence.
         */
        get: operations["getMemberLastSeen"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{memberRefId}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The statement rows of a member's month
         * @description The rows of the files that count, with the values that were read. They are kept for good.
         *     GET /v1/files/{fileId}/rows/{row} shows such a row with all its columns while the file is kept. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listMemberLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{memberRefId}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Notes about a member
         * @description Newest first, with those of the other ids of the member. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listMemberNotes"];
        put?: never;
        /**
         * Write a note about a member
         * @description With the name of whoever has signed in. A member may have 500 notes.
         */
        post: operations["createMemberNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{memberRefId}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note
         * @description For good: no copy is kept.
         */
        delete: operations["deleteMemberNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{memberRefId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A member's months
         * @description Status, flags and amounts, oldest first. A month that was paid ahead is shown as green, with the signal PAID_AHEAD. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getMemberTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Months with data
         * @description One for each carrier and workspace, newest first: whether it waits for files, is complete or was closed. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listMonths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/months/{period}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One month
         * @description Of every carrier with data in it, with the adjustments of closed months. CSV and XLSX have a row for each adjustment. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        get: operations["getMonth"];
        /**
         * Close or reopen a month
         * @description closed records the figures of the month, and waits for no further files. Corrections are still taken in; what they change is
         *     shown as adjustments. open forgets what was recorded; the audit trail keeps it. Without carrierId: of every carrier of the workspace with
         *     data in the month. Repeating changes nothing. Refused while a job of the month has not ended, also of a carrier without data in it.
         */
        put: operations["updateMonth"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description
         * @description OpenAPI 3.1. Send If-None-Match to hear only of changes.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The book of business as it is stored
         * @description By carrier, workspace and id. Also as CSV and XLSX: without `limit` both have every policy. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        get: operations["listPolicies"];
        /**
         * Replace a book of business
         * @description The policies that the agency expects a carrier to pay for, as JSON or CSV. The list takes the place of the one before as a
         *     whole: with carrierId that of the carrier, without it those of all carriers of the workspace, and then each policy names its carrier.
         *     If anything is wrong, every fault is told with its row and column, and nothing is stored. A policy may be listed once for each id, plan and first day. With `dryRun` the scope `read` is enough.
         */
        put: operations["replacePolicies"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/policies/{policyRefId}/journey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A policy's journey
         * @description The months that tell of one policy, oldest first, with the policy's own amounts; status, flags and deltas are the
         *     member's. The month in which the policy was missed is shown once, with present false. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getPolicyJourney"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can the service work?
         * @description For load balancers and monitors. Needs no token, and without one it counts towards no rate limit; 503 while the database or, on one machine, the disk keeps it from working. With the operator's token it also tells the queue of statements, the disk and the last runs of the scheduled tasks, and a 503 names the cause. An answer may be a second old.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/attrition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members lost in a month, quarter or year
         * @description Over all carriers, and for each. A quarter or year is the calendar's that holds the period: red adds up over its
         *     months, members are those of a carrier's last month with data in it. CSV has a row for each carrier. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getAttrition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/attrition-series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members lost, month by month
         * @description Up to the latest month with data, oldest first. A month without data has no point. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getAttritionSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/carrier-scorecards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Carriers by how far they can be relied on
         * @description Worst first: by score, then by what is owed, then by name. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getCarrierScorecards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/census-reconcile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a roster with what was paid
         * @description Who of the agency's own list was not paid for in the period, and who was paid and is not on the list. Members are matched
         *     by id, without regard to case and white space. Nothing is stored. CSV has a row for each unpaid member. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        post: operations["reconcileCensus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/cumulative": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Totals over a range of months
         * @description In all, by month and by carrier; a month without data is left out. With groupBy=agent also what each agent was paid. CSV has a row for each month, or for each agent. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getCumulative"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/data-quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the statements of a month look whole
         * @description Members who leave and come in unusual numbers mostly mean an incomplete file, or one of another month. CSV has a row
         *     for each carrier with a statement. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getDataQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/medicare-rde": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rapid disenrollment of a Medicare carrier
         * @description Members who dropped, whose coverage is over or who were charged back in the period. Leaving within three months,
         *     both the effective and the last covered one counted, is rapid, save for enrollments of October to December that end with the year. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getMedicareRapidDisenrollment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/medicare-renewal-forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Renewals to come of a Medicare carrier
         * @description Every active member renews once a year in the month of the enrollment, a year after it for the first time; assumes
         *     retention. Valued by the contracted renewal rates, and by the CMS maximums where none holds. CSV has a row for each month. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getMedicareRenewalForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/owed-worksheet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Worksheet for a dispute about what is owed
         * @description Each underpaid member and month, most owed first, with the rate it was measured by and the statement rows that show what was
         *     paid. The sums are those of all rows, whichever page is asked for. Also as CSV, and as a workbook with a summary: without `limit` both have every row. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        get: operations["getOwedWorksheet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the book of business with a period
         * @description What the lists of PUT /v1/policies and the statements of a period disagree about: policies that were sold and never paid
         *     (they began more than 2 months before the period), that are active and no longer paid, that are paid and not listed, or ended and still paid;
         *     and another agent, rate, premium or number of lives where both say one. Compared anew with each request. Statuses, at risk and owed are not changed by it.
         *     By carrier, then kind, then id. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getPolicyReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/ready-made": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports that need no SQL
         * @description All of them. To have one mailed, save its query and set a cadence.
         */
        get: operations["listReadyMadeReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/ready-made/{key}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a report that needs no SQL
         * @description At most 1,000 rows, as of a saved report; also as CSV and as a workbook. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        post: operations["runReadyMadeReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/recoverable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Money to ask back from carriers
         * @description Each dollar in one claim, by carrier, member and month, with what it rests on, the statement rows that prove it and what to write.
         *     A claim that a later statement has paid is no longer listed. The sums are those of all claims, whichever page is asked for. Also as CSV, and as a
         *     workbook with a summary: without `limit` both have every claim. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        get: operations["getRecoverable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/rollup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Totals of a period
         * @description Over all carriers, and for each; workspaces of one carrier add up. With groupBy=agent also what each agent was paid. CSV has a row for each carrier, or for each agent. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getRollup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/saved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Saved reports
         * @description Newest first. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listSavedReports"];
        put?: never;
        /**
         * Save a report
         * @description One read-only SELECT or WITH over the report views. A query that is not allowed is refused with invalid_sql, which says
         *     what and where. PostgreSQL plans the query: it reads no row yet, but calculates what holds constants alone, so that 1/0 is refused too.
         */
        post: operations["createSavedReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/saved/{reportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set how often a saved report is mailed
         * @description To the account's email address, with the rows attached as CSV: weekly on Mondays, monthly on the 1st, both at 08:00 UTC.
         *     The first email comes at the next such date.
         */
        put: operations["updateSavedReport"];
        post?: never;
        /**
         * Delete a saved report
         * @description It is not mailed any more.
         */
        delete: operations["deleteSavedReport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/saved/{reportId}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a saved report
         * @description The same data gives the same rows in the same order: without an ORDER BY of its own they are sorted by all columns. At
         *     most 1,000 rows; further ones are left out, and truncated says so, or X-Truncated, which CSV and the workbook have too. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        post: operations["runSavedReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/tax-1099": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each carrier paid in a year
         * @description To hold against the form 1099 each sends. Only statements that have been loaded count. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["getTax1099"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sftp/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * SFTP users
         * @description Newest first. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listSftpUsers"];
        put?: never;
        /**
         * Let somebody drop statements by SFTP
         * @description Enterprise tier only. The user signs in with its key and puts files into /incoming. Carrier and month follow from the name, by
         *     sftp.patterns of the carriers' drop-off settings. Files are taken within a quarter of an hour and then lie in /processed, or in /rejected with a
         *     .reason.txt beside them. An account may have 200 of them. To change a key, delete the user and make it again under the same name.
         */
        post: operations["createSftpUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sftp/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One SFTP user
         * @description With its public key.
         */
        get: operations["getSftpUser"];
        put?: never;
        post?: never;
        /**
         * Delete an SFTP user
         * @description It can not sign in any more, and what it left in /incoming is rejected. Its name comes back to no other account.
         */
        delete: operations["deleteSftpUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The people of the account
         * @description Owners first, then by name. Invited people are shown before they sign in. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person
         * @description The person gets a mail with the address of the sign-in page, signs in and accepts there; before that nobody is a member. An account may send 100 invitations a day, and three to one address. Only for owners who have signed in.
         */
        post: operations["createInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a person
         * @description The person's sessions in this account end at once. The account keeps at least one owner who has signed in. Only for owners who have signed in.
         */
        delete: operations["deleteTeamMember"];
        options?: never;
        head?: never;
        /**
         * Change what a person may do
         * @description Holds from the next request on. The account keeps at least one owner who has signed in. Only for owners who have signed in.
         */
        patch: operations["updateTeamMember"];
        trace?: never;
    };
    "/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tokens of the account
         * @description Newest first, revoked ones too; never the tokens themselves. Only for owners who have signed in. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listOwnTokens"];
        put?: never;
        /**
         * Make a token for a program
         * @description The token is shown in this answer and never again. Only for owners who have signed in.
         */
        post: operations["createOwnToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description Refused from the next request on. May be repeated. Only for owners who have signed in.
         */
        delete: operations["deleteOwnToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/unassigned-lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Money of statements that belongs to no member
         * @description Bonuses, overrides, fees, chargebacks and balances carried forward that a statement prints without a member. They are in what
         *     the carrier paid and in form 1099, and in no finding. The newest month first, then by file and row. Also as CSV and XLSX: without `limit` both have every line. Also available in other forms: send `Accept: text/csv` for CSV or `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a workbook.
         */
        get: operations["listUnassignedLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhooks
         * @description Newest first, with how their endpoints fare. Secrets are not shown. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Be told when jobs end
         * @description Every event of the account that is named is sent to the URL. The secret that signs is shown this once. An account
         *     may have 20 webhooks.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/callback-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret for callbacks
         * @description Signs what goes to the webhookUrl of uploads. The one before, if there was any, signs too for 24 hours, as with
         *     webhooks.
         */
        post: operations["rotateCallbackSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries
         * @description Of all webhooks and of the callbacks of uploads, newest first; kept for 30 days. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One delivery
         * @description With its attempts.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description At once, with six attempts anew, whatever its state: the same body under the same webhook-id, to the URL the webhook
         *     has now.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One webhook
         * @description Without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description What was still to be sent is discarded.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Another URL is where everything still to be sent goes too. While it is disabled events are not kept for it, and what
         *     was still to be sent is discarded.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries of a webhook
         * @description Newest first, each with its attempts; kept for 30 days. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what a webhook missed
         * @description Its events since a time that failed or were discarded, oldest first. Events that ended while it was disabled were never stored for it.
         */
        post: operations["retryWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret
         * @description For 24 hours webhook-signature is made with both, the new one first; X-Service-Signature is made with the new one
         *     at once. A second rotation within that time ends the oldest.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description An event webhook.test goes the very way of a real one: signed, tried again on failure. Ask for the delivery to see
         *     what came of it.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Workspaces of the account
         * @description The default one first. With more than one (enabled), an upload has to name one. Also available in other forms: send `Accept: text/csv` for CSV.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Add a workspace
         * @description From the second workspace on, every upload has to name its workspace.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "job.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A job has completed
         * @description At least once and in no promised order. Any 2xx within 10 seconds is success; anything else is tried again after 30
         *     seconds, 2, 10 and 30 minutes and 2 hours, six attempts in all. Redirects are not followed; 410 switches the webhook off.
         */
        post: operations["onJobCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "job.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A job has failed for good
         * @description At least once and in no promised order. Any 2xx within 10 seconds is success; anything else is tried again after 30
         *     seconds, 2, 10 and 30 minutes and 2 hours, six attempts in all. Redirects are not followed; 410 switches the webhook off.
         */
        post: operations["onJobFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test that was asked for
         * @description At least once and in no promised order. Any 2xx within 10 seconds is success; anything else is tried again after 30
         *     seconds, 2, 10 and 30 minutes and 2 hours, six attempts in all. Redirects are not followed; 410 switches the webhook off.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The stats are as of the end of the job, also when the event is sent again later. */
        JobEvent: components["schemas"]["JobCompletedEvent"] | components["schemas"]["JobFailedEvent"];
        JobCompletedEvent: {
            jobId: string;
            fileId: string;
            carrierId: string;
            /** @description YYYY-MM. */
            period: string;
            /** @enum {string} */
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            warnings: components["schemas"]["Warning"][];
            /** @description Why the job failed; null when it completed. */
            error: string | null;
            /** @description What the carrier did to many members at once, the largest first, at most 8; see GET /v1/carrier-events. */
            carrierEvents: components["schemas"]["CarrierEventSummary"][];
            month?: components["schemas"]["MonthOfEvent"];
            _links: components["schemas"]["JobEventLinks"];
            /** @enum {string} */
            event: "job.completed";
            /** @enum {string} */
            status: "completed";
            stats: components["schemas"]["JobStats"];
        };
        Warning: {
            /** @description Codes may be added. */
            code: string;
            detail: string;
        };
        CarrierEventSummary: {
            id: string;
            /**
             * @description pay_reduced, pay_increased: one change of pay that most share. members_left: a block. shared_finding: warnings of one code that many members have.
             * @enum {string}
             */
            kind: "pay_reduced" | "pay_increased" | "members_left" | "shared_finding";
            /**
             * @description What the members have in common; carrier: all of the book.
             * @enum {string}
             */
            scope: "carrier" | "product_type" | "plan_code" | "plan_name" | "agent" | "county" | "state" | "policy_number";
            /** @description The plan, product, agent, policy or state; null for carrier. */
            scopeValue: string | null;
            /** @description Whose pay changed so, who left, or who have the finding. */
            members: number;
            /** @description Of the scope: who can be compared, who was there before, or for whom the finding could be made. */
            compared: number;
            /** @description -20: 20 % less. Null where members left. */
            changePercent: number | null;
            /** @description Dollars less or more in the period, or last paid to who left. */
            amount: number;
            detail: string;
        };
        /** @description The month when the job ended; absent unless it is known how many files it has. */
        MonthOfEvent: {
            /**
             * @description open: files are still to come, and absences are provisional. complete: all have come, or nothing says how many a month has. closed: closed by PUT /v1/months/{period}.
             * @enum {string}
             */
            state: "open" | "complete" | "closed";
            files: components["schemas"]["ReceivedFiles"];
            /**
             * @description provisional: the month waits for files, and the members that stats count as red may be in one of these. final: this
             *     job's file was the last that the month needed; no other event says so until a retraction opens the month again. Null: neither.
             * @enum {string|null}
             */
            absence: "provisional" | "final" | null;
        };
        ReceivedFiles: {
            /** @description Files that count. */
            received: number;
            expected: number;
            /**
             * @description set: the account said it. learned: three months in a row had this number.
             * @enum {string}
             */
            known: "set" | "learned";
        };
        JobEventLinks: {
            self: components["schemas"]["Link"];
            job: components["schemas"]["Link"];
            results: components["schemas"]["Link"];
            deltas: components["schemas"]["Link"];
        };
        Link: {
            /** Format: uri */
            href: string;
        };
        /** @description Row counts are those of the job's file, all else is of its period as of statsAsOf, when the job scored it for the first time. A later change of rates, of a neighbouring month or of the period itself does not change these figures: see currentStats. */
        JobStats: {
            members: number;
            green: number;
            yellow: number;
            red: number;
            new: number;
            reappeared: number;
            /** @description All that was paid, less chargebacks, also what belongs to no member. */
            commissionTotal: number;
            /** @description Rows with money of no member, see GET /v1/unassigned-lines. */
            unassignedCount: number;
            /** @description What they add to commissionTotal. */
            unassignedAmount: number;
            chargebackCount: number;
            chargebackAmount: number;
            commissionOwed: number;
            /** @description The part of commissionOwed that rests on an estimated rate. */
            commissionOwedEstimated: number;
            /** @description Rows of the file, like the next five. Absent for mode retract and rescore. */
            rowsTotal?: number;
            rowsIngested?: number;
            /** @description Rows with money of no member. */
            rowsUnassigned?: number;
            rowsSkipped?: number;
            rowsFailed?: number;
            /** @description Optional values that could not be read; a dry run of the file names them. */
            rowWarnings?: number;
            /** @description Present, as the next two, when the stated total differs. */
            statedTotal?: number;
            ingestedTotal?: number;
            variance?: number;
        };
        JobFailedEvent: {
            jobId: string;
            fileId: string;
            carrierId: string;
            /** @description YYYY-MM. */
            period: string;
            /** @enum {string} */
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            warnings: components["schemas"]["Warning"][];
            /** @description Why the job failed; null when it completed. */
            error: string | null;
            /** @description What the carrier did to many members at once, the largest first, at most 8; see GET /v1/carrier-events. */
            carrierEvents: components["schemas"]["CarrierEventSummary"][];
            month?: components["schemas"]["MonthOfEvent"];
            _links: components["schemas"]["JobEventLinks"];
            /** @enum {string} */
            event: "job.failed";
            /** @enum {string} */
            status: "failed";
            stats: components["schemas"]["NoStats"];
        };
        /** @description Empty until the job has completed. */
        NoStats: {
            members?: number;
            green?: number;
            yellow?: number;
            red?: number;
            new?: number;
            reappeared?: number;
            /** @description All that was paid, less chargebacks, also what belongs to no member. */
            commissionTotal?: number;
            /** @description Rows with money of no member, see GET /v1/unassigned-lines. */
            unassignedCount?: number;
            /** @description What they add to commissionTotal. */
            unassignedAmount?: number;
            chargebackCount?: number;
            chargebackAmount?: number;
            commissionOwed?: number;
            /** @description The part of commissionOwed that rests on an estimated rate. */
            commissionOwedEstimated?: number;
            /** @description Rows of the file, like the next five. Absent for mode retract and rescore. */
            rowsTotal?: number;
            rowsIngested?: number;
            /** @description Rows with money of no member. */
            rowsUnassigned?: number;
            rowsSkipped?: number;
            rowsFailed?: number;
            /** @description Optional values that could not be read; a dry run of the file names them. */
            rowWarnings?: number;
            /** @description Present, as the next two, when the stated total differs. */
            statedTotal?: number;
            ingestedTotal?: number;
            variance?: number;
        };
        /** @description Sent for POST /v1/webhooks/{webhookId}/test. Its stats and lists are empty, and its link leads to the webhook. */
        TestEvent: {
            /** @enum {string} */
            event: "webhook.test";
            jobId: null;
            fileId: null;
            carrierId: null;
            period: null;
            mode: null;
            status: null;
            stats: components["schemas"]["NoStats"];
            warnings: components["schemas"]["Warning"][];
            error: null;
            carrierEvents: components["schemas"]["CarrierEventSummary"][];
            _links: {
                self: components["schemas"]["Link"];
            };
        };
        /** @description RFC 9457 problem document. */
        Problem: {
            /** @enum {string} */
            type: "about:blank";
            /** @description For people; may be reworded. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            detail?: string;
            /** @description The request path. */
            instance: string;
            /**
             * @description Stable: switch on this.
             * @enum {string}
             */
            code: "bad_request" | "unauthorized" | "forbidden" | "account_not_provisioned" | "tier_required" | "not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "period_exists" | "already_retracted" | "conflict" | "nothing_to_rescore" | "storage_quota_exceeded" | "payload_too_large" | "unsupported_media_type" | "validation_error" | "workspace_required" | "carrier_not_configured" | "invalid_sql" | "query_limit" | "rate_limited" | "internal_error" | "service_unavailable" | "storage_full";
            requestId: string;
            /** @description Every fault at once, for validation_error. */
            errors?: {
                field: string;
                detail: string;
            }[];
            /** @description The carrier that has the name already, for conflict. */
            carrierId?: string;
        };
        AccountDeletion: {
            id: string;
            accountId: string;
            /** @enum {string} */
            status: "pending" | "running" | "completed";
            requestedBy: string;
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            completedAt: string | null;
            removed: components["schemas"]["RemovedCounts"];
            /** @description What was removed, once all is. Kept for good; it holds figures and no name. */
            certificate: {
                accountId: string;
                /** Format: date-time */
                completedAt: string;
                deletionId: string;
                removed: components["schemas"]["RemovedCounts"];
                /** Format: date-time */
                requestedAt: string;
                requestedBy: string;
            } | null;
            /** @description SHA-256 in lower-case hex of `certificate` as compact JSON in UTF-8, its fields in the order in which they come here. */
            certificateSha256: string | null;
        };
        RemovedCounts: {
            droppedFiles: {
                bytes: number;
                objects: number;
            };
            emailAddresses: number;
            mails: number;
            queueMessages: number;
            rawFiles: {
                bytes: number;
                objects: number;
            };
            rows: {
                [key: string]: number;
            };
            sentMails: number;
            sftpUsers: number;
            tokens: number;
        };
        ReportAddress: {
            /** @description null: nothing is mailed. */
            email: string | null;
        };
        RetentionSettings: {
            /** @description Hours for which the bytes of a statement are kept after the end of its job. */
            readFileHours: number;
            /** @description Days for which rejected rows are kept after the end of their job. */
            rejectedRowDays: number;
        };
        AccountUsage: {
            /** @description All of the kinds below. */
            usedBytes: number;
            /** @description Beyond this nothing more is stored: 409 storage_quota_exceeded. */
            maxBytes: number;
            /** @description Statement files whose bytes have not been deleted yet. */
            statementBytes: number;
            /** @description Files in /incoming, as they were last counted. */
            incomingBytes: number;
            /** @description Originals of dropped files and of messages. */
            originalBytes: number;
            /** @description Rejected rows. */
            exceptionBytes: number;
            /** @description Notes about members, and their contacts. */
            noteBytes: number;
            /** @description Jobs that are queued or in processing. */
            openJobs: number;
            /** @description Beyond this a request that makes a job is refused: 409 conflict. */
            openJobsMax: number;
            retention: components["schemas"]["Retention"];
        };
        /** @description For how long things are kept. Results are kept for good. */
        Retention: {
            /** @description The bytes of a statement, from the end of its job. */
            readFileHours: number;
            /** @description The bytes of a statement that was never read. */
            unreadFileDays: number;
            rejectedRowDays: number;
            webhookDeliveryDays: number;
        };
        Account: {
            id: string;
            name: string;
            /** @enum {string} */
            tier: "standard" | "enterprise";
            /** @enum {string} */
            status: "active" | "pending" | "suspended";
            email: string | null;
            /** @description Requests a minute with one token; null: the service's default. All tokens of the account together may send 5 times as many. */
            rateLimitPerMinute: number | null;
            /** @description Bytes it may have stored; null: its tier's, 2147483648 or 21474836480. */
            storageBytesMax: number | null;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "limit": 50,
         *       "offset": 0,
         *       "hasMore": false
         *     }
         */
        OffsetPagination: {
            limit: number;
            offset: number;
            hasMore: boolean;
        };
        IssuedToken: {
            id: string;
            label: string | null;
            scopes: ("read" | "write")[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            /** @description Shown this once. */
            token: string;
        };
        ApiToken: {
            id: string;
            label: string | null;
            scopes: ("read" | "write")[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
        };
        Carrier: {
            id: string;
            name: string;
            slug: string;
            /** @enum {string|null} */
            productLine: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
            /** @description The brand it belongs to. */
            groupId: string | null;
            /** @description Whether its statements can be read. */
            configured: boolean;
            activeConfigVersion: number | null;
            /** @description Files that a month of the carrier has; null: not known. */
            expectedFiles: number | null;
            /**
             * @description set: the account said it. learned: three months in a row had this number.
             * @enum {string|null}
             */
            expectedFilesKnown: "set" | "learned" | null;
        };
        CarrierReference: {
            id: string;
            name: string;
            slug: string;
        };
        AddedConfig: {
            id: string;
            version: number;
            /**
             * @description The version that was active before; null for the first. Unless `readsPrevious` is true, the new one replaces it: files
             *     in the layout before are no longer read.
             */
            replaces: {
                version: number;
                /** @description Files that lack columns of the new version are still read with this one. */
                readsPrevious: boolean;
            } | null;
        };
        /**
         * @description How a carrier's statements are read. Only fileType and the columns member_external_id and commission_amount must be
         *     given. With the fileType "auto" the bytes of each file tell whether it is CSV, a workbook or a PDF. A column is a header name, a list of synonyms, or one of the objects { concat }, { firstFilled }, { sum }, { column },
         *     { constant }, { groupRow }.
         * @example {
         *       "fileType": "csv",
         *       "columns": {
         *         "member_external_id": [
         *           "Member ID",
         *           "Subscriber ID"
         *         ],
         *         "commission_amount": "Commission"
         *       }
         *     }
         */
        NewStatementConfig: {
            /** @enum {string} */
            fileType: "csv" | "xlsx" | "pdf" | "auto";
            /**
             * @description Default: auto.
             * @enum {string}
             */
            encoding?: "auto" | "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
            /**
             * @description Default: auto.
             * @enum {string}
             */
            delimiter?: "auto" | "," | ";" | "\t" | "|";
            /** @description Default: first. */
            sheets?: ("first" | "all") | string[];
            /** @description Default: auto. */
            headerRow?: "auto" | number;
            headerRows?: 1 | 2;
            columns: components["schemas"]["StatementColumns"];
            optionalColumns?: ("member_external_id" | "commission_amount" | "member_name" | "first_name" | "last_name" | "email" | "policy_number" | "plan_name" | "plan_code" | "product_type" | "premium_amount" | "lives" | "rate" | "effective_date" | "term_date" | "term_reason" | "coverage_month" | "paid_date" | "paid_through" | "months_paid" | "transaction_type" | "agent_id" | "agent_name" | "state" | "county" | "carrier_status" | "renewal_date" | "description" | "split" | "alternate_member_id")[];
            dates?: {
                /**
                 * @description Default: MDY.
                 * @enum {string}
                 */
                order?: "MDY" | "DMY" | "YMD";
                /** @description Default: ["9999-12-31","2078-12-31","1900-01-01"]. */
                openEnded?: string[];
            };
            amounts?: {
                /**
                 * @description Default: ..
                 * @enum {string}
                 */
                decimal?: "." | ",";
                /**
                 * @description Default: negative.
                 * @enum {string}
                 */
                creditDebitMark?: "negative" | "cr_positive" | "ignore";
            };
            /** @description Default: signed. */
            sign?: ("signed" | "inverted" | "by_type") | {
                debit: string;
                credit: string;
            };
            transactionTypes?: {
                /** @description Default: ["/chargeback|chgbck|clawback|recoup/i"]. */
                chargeback?: string[];
                ignore?: string[];
            };
            skipRows?: {
                /** @description Default: true. */
                totals?: boolean;
                patterns?: string[];
            };
            filter?: {
                column: string;
                equals: string;
            }[];
            carryDown?: ("member_external_id" | "commission_amount" | "member_name" | "first_name" | "last_name" | "email" | "policy_number" | "plan_name" | "plan_code" | "product_type" | "premium_amount" | "lives" | "rate" | "effective_date" | "term_date" | "term_reason" | "coverage_month" | "paid_date" | "paid_through" | "months_paid" | "transaction_type" | "agent_id" | "agent_name" | "state" | "county" | "carrier_status" | "renewal_date" | "description" | "split" | "alternate_member_id")[];
            /**
             * @description Default: period.
             * @enum {string}
             */
            statementMode?: "period" | "rolling" | "ytd";
            /** @description Default: {"default":"monthly"}. */
            cadence?: {
                type?: string[];
                productType?: string[];
                atLeast?: number;
                months: ("monthly" | "calendar_year") | number;
            }[] | {
                [key: string]: ("monthly" | "calendar_year") | number;
            };
            unpaidMonths?: {
                productType?: string[];
                months?: number[];
                policyMonths?: number[];
            }[];
            policyTerm?: boolean;
            readsPrevious?: boolean;
            lineKinds?: {
                /** @enum {string} */
                kind: "commission" | "override" | "bonus" | "fee" | "advance" | "adjustment" | "true_up";
                patterns: string[];
            }[];
            tolerance?: {
                /** @description Default: 0.01. */
                absolute?: number;
                /** @description Default: 0. */
                percent?: number;
            };
            memberId?: {
                /** @description Default: false. */
                stripLeadingZeros?: boolean;
                pattern?: string | null;
            };
            sftp?: {
                patterns?: string[];
                /**
                 * @description Default: reject.
                 * @enum {string}
                 */
                onExisting?: "reject" | "replace" | "append";
            };
            email?: {
                allowedSenders?: string[];
                /**
                 * @description Default: filename.
                 * @enum {string}
                 */
                periodFrom?: "filename" | "subject" | "statement";
            };
        };
        StatementColumns: {
            member_external_id?: components["schemas"]["ColumnSource"];
            commission_amount?: components["schemas"]["ColumnSource"];
            member_name?: components["schemas"]["ColumnSource"];
            first_name?: components["schemas"]["ColumnSource"];
            last_name?: components["schemas"]["ColumnSource"];
            email?: components["schemas"]["ColumnSource"];
            policy_number?: components["schemas"]["ColumnSource"];
            plan_name?: components["schemas"]["ColumnSource"];
            plan_code?: components["schemas"]["ColumnSource"];
            product_type?: components["schemas"]["ColumnSource"];
            premium_amount?: components["schemas"]["ColumnSource"];
            lives?: components["schemas"]["ColumnSource"];
            rate?: components["schemas"]["ColumnSource"];
            effective_date?: components["schemas"]["ColumnSource"];
            term_date?: components["schemas"]["ColumnSource"];
            term_reason?: components["schemas"]["ColumnSource"];
            coverage_month?: components["schemas"]["ColumnSource"];
            paid_date?: components["schemas"]["ColumnSource"];
            paid_through?: components["schemas"]["ColumnSource"];
            months_paid?: components["schemas"]["ColumnSource"];
            transaction_type?: components["schemas"]["ColumnSource"];
            agent_id?: components["schemas"]["ColumnSource"];
            agent_name?: components["schemas"]["ColumnSource"];
            state?: components["schemas"]["ColumnSource"];
            county?: components["schemas"]["ColumnSource"];
            carrier_status?: components["schemas"]["ColumnSource"];
            renewal_date?: components["schemas"]["ColumnSource"];
            description?: components["schemas"]["ColumnSource"];
            split?: components["schemas"]["ColumnSource"];
            alternate_member_id?: components["schemas"]["ColumnSource"];
        };
        /** @description Where the value of a column comes from. */
        ColumnSource: string | string[] | {
            concat: string[];
            /** @description Default:  . */
            separator?: string;
        } | {
            firstFilled: string[];
        } | {
            sum: string[];
        } | {
            column: number;
        } | {
            constant: string;
        } | {
            /** @enum {boolean} */
            sheetName: true;
        } | {
            groupRow: string;
        };
        DeadLetter: {
            id: string;
            queue: string;
            /** @description How often a worker received the message. */
            receiveCount: number;
            /** Format: date-time */
            recordedAt: string;
            /** @description Null for a message that is about no job. */
            jobId: string | null;
            /** @enum {string|null} */
            jobStatus: "queued" | "processing" | "completed" | "failed" | "canceled" | null;
            /** @description Null when the account is gone. */
            accountName: string | null;
        };
        OperatorJob: {
            id: string;
            accountId: string;
            accountName: string;
            carrierName: string;
            period: string;
            mode: string;
            /** @enum {string} */
            status: "queued" | "processing" | "completed" | "failed" | "canceled";
            attempts: number;
            errorCode: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            completedAt: string | null;
        };
        TaskRun: {
            id: string;
            task: string;
            /** Format: date-time */
            ranAt: string;
            durationMs: number;
            requeued: number;
            jobsFailed: number;
            resent: number;
            webhooksRedelivered: number;
            filesPurged: number;
            dropsPurged: number;
            mailsPurged: number;
            accountsDeleted: number;
            jobsCanceled: number;
            dropsAccepted: number;
            dropsRejected: number;
            dropsDuplicate: number;
            dropsHeld: number;
            dropsWaiting: number;
            dropsFailed: number;
            reportsSent: number;
            reportsFailed: number;
            reportsSkipped: number;
        };
        TaskResult: {
            task: string;
            requeued: number;
            jobsFailed: number;
            resent: number;
            webhooksRedelivered: number;
            filesPurged: number;
            dropsPurged: number;
            mailsPurged: number;
            accountsDeleted: number;
            jobsCanceled: number;
            dropsAccepted: number;
            dropsRejected: number;
            dropsDuplicate: number;
            dropsHeld: number;
            dropsWaiting: number;
            dropsFailed: number;
            reportsSent: number;
            reportsFailed: number;
            reportsSkipped: number;
        };
        AddedPerson: {
            /** @description Of the membership: each account knows a person by another id. */
            userId: string;
            /** @description As this account calls the person. */
            name: string;
            email: string;
            /**
             * @description owner: everything, also the team and its tokens. staff: reads and writes. read_only: reads. agent: sees its own members.
             * @enum {string}
             */
            role: "owner" | "staff" | "read_only" | "agent";
            agent: string | null;
            /** @enum {string} */
            status: "invited" | "active";
            /** Format: date-time */
            invitedAt: string;
            /**
             * Format: date-time
             * @description When the person accepted the invitation; null before.
             */
            joinedAt: string | null;
            /** @description Signs the person in once, within fifteen minutes. */
            signInLink: string;
        };
        AuditEntry: {
            id: string;
            /** @description `token:<id>`, `operator`, `sftp:<user>` or `email:<address>`. */
            actor: string;
            action: string;
            /** @description The id of what was changed. */
            target: string | null;
            meta: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            ip: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description Any JSON value. */
        JsonValue: unknown;
        CarrierEvent: {
            id: string;
            workspaceId: string;
            carrierId: string;
            period: string;
            /**
             * @description pay_reduced, pay_increased: one change of pay that most share. members_left: a block. shared_finding: warnings of one code that many members have.
             * @enum {string}
             */
            kind: "pay_reduced" | "pay_increased" | "members_left" | "shared_finding";
            /**
             * @description What the members have in common; carrier: all of the book.
             * @enum {string}
             */
            scope: "carrier" | "product_type" | "plan_code" | "plan_name" | "agent" | "county" | "state" | "policy_number";
            /** @description The plan, product, agent, policy or state; null for carrier. */
            scopeValue: string | null;
            /**
             * @description Of a shared finding: the code of the warnings that its members share.
             * @enum {string|null}
             */
            code: "COMMISSION_INCREASED" | "COMMISSION_REDUCED" | "ZERO_COMMISSION" | "NEGATIVE_NET" | "PLAN_CHANGED" | "POLICY_CHANGED" | "PREMIUM_CHANGED" | "AGENT_CHANGED" | "RATE_CHANGED" | "UNDERPAID" | "OVERPAID" | "RATE_MISSING" | "ABOVE_CMS_MAX" | "PAID_AHEAD" | "CATCH_UP_PAYMENT" | "MISSED_MONTHS" | "TERMINATED" | "RETRO_TERMINATION" | "RAPID_DISENROLLMENT" | "DUPLICATE_PAYMENT" | "CHARGEBACK_DUPLICATE" | "CHARGEBACK_UNMATCHED" | "CHARGEBACK_EXCEEDS_PAID" | "CHARGEBACK_ON_ACTIVE" | "REINSTATED_NOT_REPAID" | "TRUE_UP" | "TRUE_UP_MISSING" | null;
            /** @description Whose pay changed so, who left, or who have the finding. */
            members: number;
            /** @description Of the scope: who can be compared, who was there before, or for whom the finding could be made. */
            compared: number;
            /** @description -20: 20 % less. Null where members left. */
            changePercent: number | null;
            /** @description Dollars less or more in the period, or last paid to who left. */
            amount: number;
            /** @description Of a shared finding: dollars of each member's, where all have the same. */
            eachAmount: number | null;
            /** @description Of a shared finding: the month that asked first. A later one is the same question. */
            askedIn: string | null;
            detail: string;
            /** @enum {string|null} */
            rateType: "flat_per_member" | "percent_of_premium" | null;
            /** @description The rate that accepting stores; null where none follows. */
            rateValue: number | null;
            /** @description Why no single rate follows. */
            noRateReason: string | null;
            /**
             * @description Open again when another statement changes the event.
             * @enum {string}
             */
            state: "open" | "accepted" | "disputed";
            /** @description The contracted rate that accepting stored; null where members left. */
            rateId: string | null;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Of the dispute that disputing opened; null where nothing could be asked for, as where members left. */
            disputeId: string | null;
        };
        AcceptedCarrierEvent: {
            id: string;
            workspaceId: string;
            carrierId: string;
            period: string;
            /**
             * @description pay_reduced, pay_increased: one change of pay that most share. members_left: a block. shared_finding: warnings of one code that many members have.
             * @enum {string}
             */
            kind: "pay_reduced" | "pay_increased" | "members_left" | "shared_finding";
            /**
             * @description What the members have in common; carrier: all of the book.
             * @enum {string}
             */
            scope: "carrier" | "product_type" | "plan_code" | "plan_name" | "agent" | "county" | "state" | "policy_number";
            /** @description The plan, product, agent, policy or state; null for carrier. */
            scopeValue: string | null;
            /**
             * @description Of a shared finding: the code of the warnings that its members share.
             * @enum {string|null}
             */
            code: "COMMISSION_INCREASED" | "COMMISSION_REDUCED" | "ZERO_COMMISSION" | "NEGATIVE_NET" | "PLAN_CHANGED" | "POLICY_CHANGED" | "PREMIUM_CHANGED" | "AGENT_CHANGED" | "RATE_CHANGED" | "UNDERPAID" | "OVERPAID" | "RATE_MISSING" | "ABOVE_CMS_MAX" | "PAID_AHEAD" | "CATCH_UP_PAYMENT" | "MISSED_MONTHS" | "TERMINATED" | "RETRO_TERMINATION" | "RAPID_DISENROLLMENT" | "DUPLICATE_PAYMENT" | "CHARGEBACK_DUPLICATE" | "CHARGEBACK_UNMATCHED" | "CHARGEBACK_EXCEEDS_PAID" | "CHARGEBACK_ON_ACTIVE" | "REINSTATED_NOT_REPAID" | "TRUE_UP" | "TRUE_UP_MISSING" | null;
            /** @description Whose pay changed so, who left, or who have the finding. */
            members: number;
            /** @description Of the scope: who can be compared, who was there before, or for whom the finding could be made. */
            compared: number;
            /** @description -20: 20 % less. Null where members left. */
            changePercent: number | null;
            /** @description Dollars less or more in the period, or last paid to who left. */
            amount: number;
            /** @description Of a shared finding: dollars of each member's, where all have the same. */
            eachAmount: number | null;
            /** @description Of a shared finding: the month that asked first. A later one is the same question. */
            askedIn: string | null;
            detail: string;
            /** @enum {string|null} */
            rateType: "flat_per_member" | "percent_of_premium" | null;
            /** @description The rate that accepting stores; null where none follows. */
            rateValue: number | null;
            /** @description Why no single rate follows. */
            noRateReason: string | null;
            /**
             * @description Open again when another statement changes the event.
             * @enum {string}
             */
            state: "open" | "accepted" | "disputed";
            /** @description The contracted rate that accepting stored; null where members left. */
            rateId: string | null;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Of the dispute that disputing opened; null where nothing could be asked for, as where members left. */
            disputeId: string | null;
            /** @description Periods scored again, those of `jobIds` included. */
            rescoredPeriods: number;
            /** @description Of the jobs that score books too large to wait for. */
            jobIds?: string[];
        };
        CarrierGroup: {
            id: string;
            name: string;
            slug: string;
            members: components["schemas"]["CarrierReference"][];
        };
        CarrierRanking: {
            groupId: string;
            /** @description Two fit alike, or the best does not fit well. */
            ambiguous: boolean;
            best: {
                carrierId: string;
                name: string;
                slug: string;
                /** @enum {string|null} */
                productLine: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
                confidence: number;
                reason: string;
            } | null;
            ranked: {
                carrierId: string;
                name: string;
                slug: string;
                /** @enum {string|null} */
                productLine: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
                confidence: number;
                reason: string;
            }[];
        };
        /** @description One version of a statement format, with every option filled in. */
        ConfigVersion: {
            id: string;
            carrierId: string;
            version: number;
            /** @description The version that statements are read with. */
            active: boolean;
            /** @description Of the shared catalogue. Versions of your own go before it. */
            shared: boolean;
            /** Format: date-time */
            createdAt: string;
            config: components["schemas"]["StatementConfig"];
            /**
             * Format: date-time
             * @description Since when it reads no more statements; null: in use.
             */
            removedAt: string | null;
        };
        /** @description How the statements of a carrier are read, with every option filled in. */
        StatementConfig: {
            /** @enum {string} */
            fileType: "csv" | "xlsx" | "pdf" | "auto";
            /** @enum {string} */
            encoding: "auto" | "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
            /** @enum {string} */
            delimiter: "auto" | "," | ";" | "\t" | "|";
            sheets: ("first" | "all") | string[];
            headerRow: "auto" | number;
            headerRows?: 1 | 2;
            columns: components["schemas"]["StatementColumns"];
            optionalColumns?: ("member_external_id" | "commission_amount" | "member_name" | "first_name" | "last_name" | "email" | "policy_number" | "plan_name" | "plan_code" | "product_type" | "premium_amount" | "lives" | "rate" | "effective_date" | "term_date" | "term_reason" | "coverage_month" | "paid_date" | "paid_through" | "months_paid" | "transaction_type" | "agent_id" | "agent_name" | "state" | "county" | "carrier_status" | "renewal_date" | "description" | "split" | "alternate_member_id")[];
            dates: {
                /** @enum {string} */
                order: "MDY" | "DMY" | "YMD";
                openEnded: string[];
            };
            amounts: {
                /** @enum {string} */
                decimal: "." | ",";
                /** @enum {string} */
                creditDebitMark: "negative" | "cr_positive" | "ignore";
            };
            sign: ("signed" | "inverted" | "by_type") | {
                debit: string;
                credit: string;
            };
            transactionTypes: {
                chargeback: string[];
                ignore: string[];
            };
            skipRows: {
                totals: boolean;
                patterns: string[];
            };
            filter: {
                column: string;
                equals: string;
            }[];
            carryDown: ("member_external_id" | "commission_amount" | "member_name" | "first_name" | "last_name" | "email" | "policy_number" | "plan_name" | "plan_code" | "product_type" | "premium_amount" | "lives" | "rate" | "effective_date" | "term_date" | "term_reason" | "coverage_month" | "paid_date" | "paid_through" | "months_paid" | "transaction_type" | "agent_id" | "agent_name" | "state" | "county" | "carrier_status" | "renewal_date" | "description" | "split" | "alternate_member_id")[];
            /** @enum {string} */
            statementMode: "period" | "rolling" | "ytd";
            cadence: {
                type?: string[];
                productType?: string[];
                atLeast?: number;
                months: ("monthly" | "calendar_year") | number;
            }[] | {
                [key: string]: ("monthly" | "calendar_year") | number;
            };
            unpaidMonths?: {
                productType?: string[];
                months?: number[];
                policyMonths?: number[];
            }[];
            policyTerm?: boolean;
            readsPrevious?: boolean;
            lineKinds: {
                /** @enum {string} */
                kind: "commission" | "override" | "bonus" | "fee" | "advance" | "adjustment" | "true_up";
                patterns: string[];
            }[];
            tolerance: {
                absolute: number;
                percent: number;
            };
            memberId: {
                stripLeadingZeros: boolean;
                pattern: string | null;
            };
            sftp: {
                patterns: string[];
                /** @enum {string} */
                onExisting: "reject" | "replace" | "append";
            };
            email: {
                allowedSenders: string[];
                /** @enum {string} */
                periodFrom: "filename" | "subject" | "statement";
            };
        };
        /** @description The config has every option filled in. A required column that was not found is missing from it. */
        FormatInference: {
            config: components["schemas"]["StatementConfig"];
            /** @description From 0.8 on both the id and the amount are certain. */
            confidence: number;
            /** @description 1-based; null when no row reads like a header. */
            headerRow: number | null;
            /** @description The sheets that are read; none for CSV. */
            sheets: string[];
            mapped: {
                header: string;
                target: string;
                score: number;
            }[];
            unmapped: {
                header: string;
                reason: string;
            }[];
            notes: string[];
            /** @description Rows below the header that were looked at, at most 500 a sheet. */
            sampledRows: number;
            /** @description The first 20 rows as the configuration reads them. */
            preview: components["schemas"]["TrialRow"][];
        };
        TrialRow: {
            /** @description 1-based row of the file or sheet, or line of its page for a PDF. */
            row: number;
            member_external_id: string;
            /** @description After the sign rule. */
            commission_amount: number;
            member_name: string | null;
            email: string | null;
            policy_number: string | null;
            plan_name: string | null;
            plan_code: string | null;
            product_type: string | null;
            premium_amount: number | null;
            lives: number | null;
            rate: number | null;
            effective_date: string | null;
            term_date: string | null;
            term_reason: string | null;
            coverage_month: string | null;
            paid_date: string | null;
            paid_through: string | null;
            months_paid: number | null;
            transaction_type: string | null;
            agent_id: string | null;
            agent_name: string | null;
            state: string | null;
            county: string | null;
            carrier_status: string | null;
            renewal_date: string | null;
            description: string | null;
            split: number | null;
            alternate_member_id: string | null;
        };
        ConfigTrial: {
            mapped: number;
            /** @description Rows with money that belongs to no member. */
            unassigned: number;
            failed: number;
            skipped: number;
            /** @description The skipped rows by why they were skipped. */
            skippedBy: {
                [key: string]: number;
            };
            /** @description The first 20 mapped rows. */
            rows: components["schemas"]["TrialRow"][];
            /** @description The first 100. */
            failures: {
                row: number;
                errors: string[];
            }[];
            /** @description Rows accepted although something optional could not be read; the first 100. */
            rowWarnings: {
                row: number;
                detail: string;
            }[];
            totals: {
                /** @description With the money that belongs to no member. */
                commissionTotal: number;
                members: number;
                chargebackCount: number;
                chargebackAmount: number;
            };
            warnings: components["schemas"]["Warning"][];
        };
        /** @description The settings that hold, and which of them the account has set itself. */
        DropOffs: {
            carrierId: string;
            sftp: {
                /** @description Names of dropped files, for example "ACME_{YYYY}{MM}*.csv". */
                patterns: string[];
                /**
                 * @description What happens to a file whose month has a statement already.
                 * @enum {string}
                 */
                onExisting: "reject" | "replace" | "append";
            };
            email: {
                /** @description Addresses that may mail statements, or @domain for all of exactly that domain. */
                allowedSenders: string[];
                /**
                 * @description Where the month of a mailed statement is looked for.
                 * @enum {string}
                 */
                periodFrom: "filename" | "subject" | "statement";
            };
            own: components["schemas"]["OwnDropOffSettings"];
            /**
             * Format: date-time
             * @description When own was set; null: nothing is set.
             */
            setAt: string | null;
        };
        /** @description What the account has set; null: the setting of the format holds. */
        OwnDropOffSettings: {
            sftp: {
                /** @description Names of dropped files, for example "ACME_{YYYY}{MM}*.csv". */
                patterns: string[] | null;
                /**
                 * @description What happens to a file whose month has a statement already.
                 * @enum {string|null}
                 */
                onExisting: "reject" | "replace" | "append" | null;
            };
            email: {
                /** @description Addresses that may mail statements, or @domain for all of exactly that domain. */
                allowedSenders: string[] | null;
                /**
                 * @description Where the month of a mailed statement is looked for.
                 * @enum {string|null}
                 */
                periodFrom: "filename" | "subject" | "statement" | null;
            };
        };
        DropOffsChange: {
            sftp?: {
                patterns?: string[] | null;
                /**
                 * @description What happens to a file whose month has a statement already.
                 * @enum {string|null}
                 */
                onExisting?: "reject" | "replace" | "append" | null;
            };
            email?: {
                allowedSenders?: string[] | null;
                /**
                 * @description Where the month of a mailed statement is looked for.
                 * @enum {string|null}
                 */
                periodFrom?: "filename" | "subject" | "statement" | null;
            };
        };
        Change: {
            memberRefId: string;
            memberName: string | null;
            memberExternalId: string;
            policyNumber: string | null;
            planName: string | null;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            agentId: string | null;
            agentName: string | null;
            /**
             * @description gone: not on the statement. paid_less, paid_more: other pay than before. planned_step: less pay by a step that comparable members, a contract or CMS shows. new, back: first seen, seen again. taken_back: a chargeback from a member who left before, whose regular pay did not fall, or whose net is below zero again. same: no change.
             * @enum {string}
             */
            kind: "gone" | "paid_less" | "planned_step" | "new" | "back" | "paid_more" | "taken_back" | "same";
            /** @description The amount that the month is compared with. */
            before: number;
            now: number;
            /** @description now − before. */
            difference: number;
            /** @description The lost dollars of who is gone or paid less; otherwise 0. */
            atRisk: number;
            /** @description One sentence. */
            reason: string | null;
            period: string;
            comparedAgainstPeriod: string | null;
            /** @description The member is missing from a month that still waits for files: one that has not come may have the member. */
            provisional: boolean;
        };
        /** @description Members of each kind, whichever kind is asked for. */
        ChangeCounts: {
            gone: number;
            paid_less: number;
            planned_step: number;
            new: number;
            back: number;
            paid_more: number;
            taken_back: number;
            /** @description Null with agent or q, unless kind=same asks for it. */
            same: number | null;
        };
        /** @description Dollars of these kinds, whichever kind is asked for. */
        ChangeAmounts: {
            /** @description The last pay of who is gone. */
            gone: number;
            /** @description The lost part of the regular pay. */
            paid_less: number;
            /** @description The dollars by which planned steps lowered the pay. */
            planned_step: number;
        };
        Chargeback: {
            memberRefId: string;
            policyRefId: string | null;
            memberExternalId: string;
            policyNumber: string | null;
            planName: string | null;
            /** @description Charged back on this policy in the period. */
            chargebackAmount: number;
            /** @description Paid on this policy up to and in the period. */
            paidOut: number;
            /**
             * @description The payment that was taken back: of the policy's payments one for a coverage month that is charged back, else one of
             *     an earlier statement that is large enough, the latest of them. Null when no statement shows a payment.
             */
            originalPayout: {
                period: string;
                amount: number;
                fileId: string;
                fileName: string;
            } | null;
            /** @description All that was ever paid on the policy has been charged back. */
            fullyReversed: boolean;
            memberName: string | null;
            workspaceId: string;
            carrierId: string;
            carrierName: string;
            agentId: string | null;
            agentName: string | null;
            /** Format: date */
            effectiveDate: string | null;
            /** Format: date */
            termDate: string | null;
            /** @description The month of the statement, YYYY-MM. */
            period: string;
            /** @description The months that the chargeback lines name. */
            coverageMonths: string[];
            /**
             * Format: date
             * @description The latest payment date of the chargeback lines.
             */
            paidDate: string | null;
        };
        ComparisonRow: {
            memberRefId: string;
            policyRefId: string | null;
            carrierId: string;
            workspaceId: string;
            /** @enum {string} */
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            flags: ("NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK")[];
            /** @description Of the later side, net of chargebacks; 0 for a member of whom it has no line. */
            commissionAmount: number;
            /** @description Of the earlier side; 0 for a new member. */
            prevCommissionAmount: number;
            /** @description As asked for; for a member who came back, the last month they were present in before. */
            comparedAgainstPeriod: string;
            memberName: string | null;
            memberExternalId: string;
            /** @description When known. */
            policyNumber?: string;
            /** @description The member is missing from a month that still waits for files: one that has not come may have the member. */
            provisional: boolean;
            carrierName: string;
            agentId: string | null;
            agentName: string | null;
            /** Format: date */
            effectiveDate: string | null;
            /** Format: date */
            termDate: string | null;
        };
        ComparisonDelta: {
            memberRefId: string;
            /** @description Canonical name: commission_amount, plan_name, … */
            field: string;
            /** @description A number for commission_amount, premium_amount and lives. */
            prevValue: number | string | null;
            currValue: number | string | null;
            /** @enum {string} */
            changeType: "added" | "removed" | "modified";
            memberExternalId: string;
            memberName: string | null;
            policyNumber: string | null;
            carrierId: string;
            carrierName: string;
            agentId: string | null;
            agentName: string | null;
            /** Format: date */
            effectiveDate: string | null;
            /** Format: date */
            termDate: string | null;
        };
        WholeDispute: {
            id: string;
            carrierId: string;
            carrierName: string;
            /**
             * @description asked: the letter is out. answered: the carrier has answered, and nothing is settled. paid and refused: closed. The service
             *     closes a dispute as paid when later statements have paid all that is open.
             * @enum {string}
             */
            state: "asked" | "answered" | "paid" | "refused";
            /** @description Statements have paid it. It is open again when such a statement is taken back. */
            closedBySystem: boolean;
            /** @description For the agency; in no letter. */
            note: string | null;
            claims: number;
            askedAmount: number;
            /** @description What statements have paid of it since it was opened. */
            recoveredAmount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            changedAt: string;
            /** Format: date-time */
            closedAt: string | null;
            /** @description Plain text, as GET /v1/disputes/{disputeId}/letter gives it. */
            letter: string;
            /** @description In the order of the letter. */
            rows: components["schemas"]["DisputeRow"][];
        };
        DisputeRow: {
            /** @description Stays the same as long as the month of the member has this claim. */
            claimId: string;
            /**
             * @description Why the money is due.
             * @enum {string}
             */
            kind: "underpaid" | "missed_months" | "wrong_chargeback" | "double_chargeback" | "unmatched_chargeback" | "not_repaid" | "true_up_missing";
            /**
             * @description certain: a contract, the statement's own rate, or the chargebacks themselves prove it. likely: the book's habits or comparable
             *     members say so. to_check: all else, which is worth a question. Only certain claims are in headline sums.
             * @enum {string}
             */
            certainty: "certain" | "likely" | "to_check";
            /**
             * @description What the amount rests on: a contracted rate, the rate that the statement prints, the payments and chargebacks of the
             *     statements, the CMS maximum, the member's own earlier pay, or an estimate from comparable members.
             * @enum {string}
             */
            basis: "contracted" | "statement_rate" | "statements" | "cms" | "earlier_pay" | "estimated";
            /** @description The statement month that shows it. */
            period: string;
            workspaceId: string;
            memberRefId: string;
            memberExternalId: string;
            memberName: string | null;
            policyNumber: string | null;
            planName: string | null;
            askedAmount: number;
            /** @description What no statement has paid; zero also where a corrected statement shows that nothing was due. */
            openAmount: number;
            recoveredAmount: number;
            /** @description What to write to the carrier, in one sentence. */
            ask: string;
            /** @description The statement rows that prove the claim, and those that paid a part of it; at most 50 of each. */
            evidence: components["schemas"]["ClaimEvidence"][];
        };
        ClaimEvidence: {
            period: string;
            fileId: string;
            fileName: string;
            /** @description Counted from 1 among the sheets that were read; 1 for CSV; the page of a PDF. */
            sheet: number;
            /** @description As a spreadsheet numbers it; the line of its page for a PDF. */
            rowNumber: number;
            amount: number;
            /** @enum {string} */
            what: "paid" | "charged_back" | "recovered";
        };
        Dispute: {
            id: string;
            carrierId: string;
            carrierName: string;
            /**
             * @description asked: the letter is out. answered: the carrier has answered, and nothing is settled. paid and refused: closed. The service
             *     closes a dispute as paid when later statements have paid all that is open.
             * @enum {string}
             */
            state: "asked" | "answered" | "paid" | "refused";
            /** @description Statements have paid it. It is open again when such a statement is taken back. */
            closedBySystem: boolean;
            /** @description For the agency; in no letter. */
            note: string | null;
            claims: number;
            askedAmount: number;
            /** @description What statements have paid of it since it was opened. */
            recoveredAmount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            changedAt: string;
            /** Format: date-time */
            closedAt: string | null;
        };
        DropOffPlaces: {
            /** @description Whether the account may have statements dropped and mailed. */
            isAllowed: boolean;
            /** @description Whether what was rejected or held can be filed by a request. */
            canFile: boolean;
            /** @description Null: this service takes no mail. */
            email: {
                /** @description The domain of the addresses. */
                domain: string;
            } | null;
            /** @description Null: this service has no SFTP server, or does not know its address. */
            sftp: {
                host: string;
                port: number;
                /** @description Of the host key, as clients show it. */
                fingerprint: string;
            } | null;
        };
        EmailAddress: {
            id: string;
            /**
             * Format: email
             * @description Where the carrier sends its statements. Not to be guessed, and not to be told to others.
             */
            address: string;
            carrierId: string;
            /** @description null: the account's only one. */
            workspaceId: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        ExpectedRate: {
            id: string;
            carrierId: string;
            /** @description Null: for every plan that has none of its own. */
            planCode: string | null;
            /** @enum {string} */
            rateType: "flat_per_member" | "percent_of_premium";
            /** @description Dollars a life and month, or a fraction of the premium. */
            rateValue: number;
            /** @enum {string|null} */
            tier: "initial" | "renewal" | null;
            state: string | null;
            /** Format: date */
            effectiveFrom: string | null;
            /** Format: date */
            effectiveTo: string | null;
            /** @enum {string} */
            source: "contracted" | "estimated";
            /** @description Of an estimate: the workspace it holds for. */
            workspaceId: string | null;
            /** @description Of an estimate: the period it was made from. */
            basisPeriod: string | null;
            /** @description Of an estimate: how many records it was made from. */
            sampleSize: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description The plan, where the statement gives no code: of estimates, and of rates confirmed from them. */
            planName: string | null;
            /** @description The product type it holds for: of estimates, and of rates confirmed from them. */
            productType: string | null;
            /** @description A household is paid for so many lives at most. */
            maxLives: number | null;
            /** @description First month of the policy it holds for; 1 is that of the effective date. */
            fromPolicyMonth: number | null;
            /** @description Last month of the policy it holds for. */
            toPolicyMonth: number | null;
            /** @description The smallest group it holds for. */
            fromLives: number | null;
            /** @description The largest group it holds for. */
            toLives: number | null;
        };
        RateSet: {
            id: string;
            carrierId: string;
            /** @description Null: for every plan that has none of its own. */
            planCode: string | null;
            /** @enum {string} */
            rateType: "flat_per_member" | "percent_of_premium";
            /** @description Dollars a life and month, or a fraction of the premium. */
            rateValue: number;
            /** @enum {string|null} */
            tier: "initial" | "renewal" | null;
            state: string | null;
            /** Format: date */
            effectiveFrom: string | null;
            /** Format: date */
            effectiveTo: string | null;
            /** @enum {string} */
            source: "contracted" | "estimated";
            /** @description Of an estimate: the workspace it holds for. */
            workspaceId: string | null;
            /** @description Of an estimate: the period it was made from. */
            basisPeriod: string | null;
            /** @description Of an estimate: how many records it was made from. */
            sampleSize: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description The plan, where the statement gives no code: of estimates, and of rates confirmed from them. */
            planName: string | null;
            /** @description The product type it holds for: of estimates, and of rates confirmed from them. */
            productType: string | null;
            /** @description A household is paid for so many lives at most. */
            maxLives: number | null;
            /** @description First month of the policy it holds for; 1 is that of the effective date. */
            fromPolicyMonth: number | null;
            /** @description Last month of the policy it holds for. */
            toPolicyMonth: number | null;
            /** @description The smallest group it holds for. */
            fromLives: number | null;
            /** @description The largest group it holds for. */
            toLives: number | null;
            /** @description Periods scored again, over all books, those of `jobIds` included. */
            rescoredPeriods: number;
            /** @description Of the jobs that score books too large to wait for; absent: everything is scored. */
            jobIds?: string[];
        };
        NewExpectedRate: {
            /** @description The carrier that pays it. */
            carrierId: string;
            /** @description The plan as the statement shows it: its code, else its name, else its product type. Absent: for every plan that has no rate of its own. Upper and lower case are the same. */
            planCode?: string | null;
            /** @enum {string} */
            rateType: "flat_per_member" | "percent_of_premium";
            /**
             * @description Dollars a life and month, or a fraction of the premium: 0.05 is 5 %. Up to 6 decimals.
             * @example 26.5
             */
            rateValue: number;
            /** @enum {string|null} */
            tier?: "initial" | "renewal" | null;
            /** @description Two letters; absent: every state. */
            state?: string | null;
            /**
             * Format: date
             * @description First day it holds.
             */
            effectiveFrom?: string | null;
            /**
             * Format: date
             * @description Last day it holds.
             */
            effectiveTo?: string | null;
            /** @description Of a flat rate: a household is paid for so many lives at most. Absent: for all of them. */
            maxLives?: number | null;
            /** @description First month of the policy it holds for; 1 is that of the effective date. */
            fromPolicyMonth?: number | null;
            /** @description Last month of the policy it holds for. A member without an effective date has no rate with policy months. */
            toPolicyMonth?: number | null;
            /** @description The smallest group it holds for. */
            fromLives?: number | null;
            /** @description The largest group it holds for. A member without lives has no rate with a group size. */
            toLives?: number | null;
        };
        RatesSet: {
            carrierId: string;
            dryRun: boolean;
            created: number;
            /** @description Rates that were there and said something else. */
            replaced: number;
            unchanged: number;
            /** @description Periods scored again, or that would be, those of `jobIds` included. */
            rescoredPeriods: number;
            /** @description As when one rate is set; never of a dry run. */
            jobIds?: string[];
            /** @description Columns of a CSV that nothing was read from. */
            ignoredColumns: string[];
            owed: components["schemas"]["OwedComparison"];
        };
        /** @description Of a dry run: what would change. Null when rates are stored. */
        OwedComparison: {
            /** @description Periods of books that are too large to be compared. */
            periodsLeftOut: number;
            totals: components["schemas"]["OwedChange"];
            byPeriod: components["schemas"]["OwedChangeOfPeriod"][];
            /** @description Ten at most, the largest first. */
            largestDifferences: components["schemas"]["OwedDifference"][];
        } | null;
        /** @description `before` is as it is stored. */
        OwedChange: {
            before: components["schemas"]["OwedCounts"];
            after: components["schemas"]["OwedCounts"];
        };
        OwedCounts: {
            /** @description Members and months whose owed could be evaluated. */
            membersEvaluated: number;
            /** @description Members for whom something is owed in any of these months. A member counts once. */
            membersOwed: number;
            commissionOwed: number;
            /** @description The part of commissionOwed that rests on an estimated rate. */
            commissionOwedEstimated: number;
        };
        OwedChangeOfPeriod: {
            period: string;
            before: components["schemas"]["OwedCounts"];
            after: components["schemas"]["OwedCounts"];
        };
        OwedDifference: {
            workspaceId: string;
            period: string;
            memberRefId: string;
            memberExternalId: string;
            memberName: string | null;
            /** @description Null: owed could not be evaluated. */
            commissionOwedBefore: number | null;
            commissionOwedAfter: number | null;
            /** @description After less before, where null counts as nothing. */
            difference: number;
        };
        RatePreview: {
            /** @description The contracted rate that this one would replace. */
            replacedRateId: string | null;
            /** @description Periods of books that are too large to be compared. */
            periodsLeftOut: number;
            totals: components["schemas"]["OwedChange"];
            byPeriod: components["schemas"]["OwedChangeOfPeriod"][];
            /** @description Ten at most, the largest first. */
            largestDifferences: components["schemas"]["OwedDifference"][];
        };
        UploadResult: {
            jobId: string;
            fileId: string;
            /**
             * @description queued, or the current status of the job a repeat found.
             * @enum {string}
             */
            status: "queued" | "processing" | "completed" | "failed" | "canceled";
            /**
             * @description Absent for a plain upload.
             * @enum {string}
             */
            mode?: "ingest" | "append" | "replace" | "retract" | "rescore";
            /**
             * @description The job was there already.
             * @enum {boolean}
             */
            idempotent?: true;
            /** @description Of a repeat: what was accepted before, and that nothing new was stored. */
            detail?: string;
            /** @description idempotency_mismatch: the key was used before, for another file (this one was not stored) or with other fields. several_files_replaced: names the files of the month that this one replaces. carrier_continued: names the carrier under which the file was filed. */
            warnings?: components["schemas"]["Warning"][];
            /** @description Of a ZIP archive: each of its statements with its job, in the order of the archive. jobId and fileId above are of the first. */
            files?: {
                fileName: string;
                jobId: string;
                fileId: string;
                /** @enum {string} */
                status: "queued" | "processing" | "completed" | "failed" | "canceled";
                _links: components["schemas"]["FileLinks"];
            }[];
            /** @description Signs calls to webhookUrl. Made, and shown once, when an upload first names one. */
            callbackSecret?: string;
            _links: components["schemas"]["FileLinks"];
        };
        FileLinks: {
            self: components["schemas"]["Link"];
            job: components["schemas"]["Link"];
            results: components["schemas"]["Link"];
        };
        File: {
            id: string;
            fileId: string;
            accountId: string;
            workspaceId: string;
            carrierId: string;
            carrierName: string;
            periodYear: number;
            periodMonth: number;
            /** @description YYYY-MM. */
            period: string;
            originalFilename: string;
            byteSize: number;
            checksumSha256: string;
            /** @enum {string} */
            source: "api" | "sftp" | "email";
            /** @enum {string} */
            status: "pending" | "active" | "failed" | "canceled" | "replaced" | "retracted";
            /** @description The job that reads the file. */
            jobId: string;
            rowsIngested: number | null;
            statedTotal: number | null;
            /** Format: date-time */
            uploadedAt: string;
            /** Format: date-time */
            supersededAt: string | null;
            /** Format: date-time */
            rawPurgedAt: string | null;
            /** @description The carrier has a newer configuration than the one this period was scored with. A rescore takes its tolerance and cadence; for its columns or its statementMode the file has to come again with replace=true. */
            rescoreSuggested: boolean;
            _links: components["schemas"]["FileLinks"];
        };
        /**
         * @example {
         *       "limit": 50,
         *       "nextCursor": null,
         *       "hasMore": false
         *     }
         */
        CursorPagination: {
            limit: number;
            nextCursor: number | null;
            hasMore: boolean;
        };
        IdentifiedStatement: {
            /** @enum {string} */
            fileType: "csv" | "xlsx" | "pdf";
            /** @description Carrier, month, members and total in one line, to be confirmed by a person; null when the file was not read. */
            summary: string | null;
            /** @description Two carriers fit alike, or the best does not fit well. */
            ambiguous: boolean;
            /** @description The carrier to upload for; null when it is not certain. */
            best: components["schemas"]["IdentifiedCarrier"] | null;
            /** @description At most five carriers, best first. */
            ranked: components["schemas"]["IdentifiedCarrier"][];
            /**
             * @description The month of the statement; null when the file does not tell.
             * @example 2026-04
             */
            period: string | null;
            /** @enum {string|null} */
            periodFoundIn: "title" | "sheet_name" | "file_name" | "rows" | null;
            /** @description Asks a person which month is right, when the name of the file, its titles and its rows contradict each other. */
            periodQuestion: string | null;
            /** @description All months that the file names. */
            months: {
                /** @example 2026-04 */
                period: string;
                /** @enum {string} */
                foundIn: "title" | "sheet_name" | "file_name" | "rows";
                /**
                 * @description The month of the statement, of the coverage that is paid, or of the payment.
                 * @enum {string}
                 */
                kind: "statement" | "coverage" | "payment";
                /** @description The text that names the month. */
                text: string;
            }[];
            /** @description The whole file; null when no format reads it. */
            statement: {
                /**
                 * @description The format: that of the first carrier of the list, or the inferred one.
                 * @enum {string}
                 */
                readWith: "carrier" | "inferred";
                rows: number;
                /** @description Rows that can not be read and are not in the total. */
                failed: number;
                members: number;
                /** @description With the money that belongs to no member. */
                commissionTotal: number;
                chargebackAmount: number;
                /** @description What a job would warn of: for example footer_variance, when the file prints another total. */
                warnings: components["schemas"]["Warning"][];
            } | null;
            /** @description A proposed format, when no carrier is certain. */
            inferred: components["schemas"]["FormatInference"] | null;
            notes: string[];
        };
        IdentifiedCarrier: {
            carrierId: string;
            name: string;
            slug: string;
            /** @enum {string|null} */
            productLine: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
            /** @description Of the shared catalogue. */
            shared: boolean;
            /** @description The version of the format that the file was read with. */
            configVersion: number | null;
            /**
             * @description The latest month on file for this carrier.
             * @example 2026-04
             */
            latestPeriod: string | null;
            confidence: number;
            reasons: string[];
        };
        FilePreview: {
            /** @enum {string} */
            fileType: "csv" | "xlsx" | "pdf";
            /** @description All visible sheets; none for CSV. */
            sheets: string[];
            /** @description Each visible sheet of a workbook; none for CSV and PDF, or without `statement`. */
            sheetSums: {
                name: string;
                isRead: boolean;
                /** @description Rows with an amount. */
                rows: number;
                /** @description What was read. Of a sheet that is not read, the column that seems to be its pay. */
                total: number;
            }[];
            /** @description The sheet whose rows are shown; null for CSV. */
            sheet: string | null;
            /** @description 1-based; null when no row reads like a header. */
            headerRow: number | null;
            columns: components["schemas"]["PreviewColumn"][];
            /** @description Up to 5 rows above the header, the header and 20 rows below, as a spreadsheet shows them. */
            rows: {
                row: number;
                cells: string[];
            }[];
            /** @description From 0.8 on both the id and the amount are certain. */
            confidence: number;
            notes: string[];
            config: components["schemas"]["StatementConfig"];
            /** @description The configuration has both required columns and can be stored. */
            isComplete: boolean;
            /** @description The whole file, read with this configuration; null when it can not be read so. */
            statement: {
                rows: number;
                /** @description Rows that can not be read and are not in the total. */
                failed: number;
                members: number;
                /** @description With the money that belongs to no member. */
                commissionTotal: number;
                chargebackAmount: number;
                /** @description The last total that the file prints, or the net of a summary sheet. */
                printedTotal: number | null;
                /** @description Null without a printed total. */
                totalsMatch: boolean | null;
                failures: {
                    row: number;
                    errors: string[];
                }[];
                /** @description Those that the job would have. */
                warnings: {
                    code: string;
                    detail: string;
                }[];
            } | null;
        };
        PreviewColumn: {
            index: number;
            header: string | null;
            /**
             * @description Null: the column is not read.
             * @enum {string|null}
             */
            role: "member_external_id" | "commission_amount" | "member_name" | "first_name" | "last_name" | "email" | "policy_number" | "plan_name" | "plan_code" | "product_type" | "premium_amount" | "lives" | "rate" | "effective_date" | "term_date" | "term_reason" | "coverage_month" | "paid_date" | "paid_through" | "months_paid" | "transaction_type" | "agent_id" | "agent_name" | "state" | "county" | "carrier_status" | "renewal_date" | "description" | "split" | "alternate_member_id" | null;
            /** @description Further meanings, such as of a policy number that is the member id too. */
            alsoRoles: ("member_external_id" | "commission_amount" | "member_name" | "first_name" | "last_name" | "email" | "policy_number" | "plan_name" | "plan_code" | "product_type" | "premium_amount" | "lives" | "rate" | "effective_date" | "term_date" | "term_reason" | "coverage_month" | "paid_date" | "paid_through" | "months_paid" | "transaction_type" | "agent_id" | "agent_name" | "state" | "county" | "carrier_status" | "renewal_date" | "description" | "split" | "alternate_member_id")[];
            /** @description 0 to 1; 1 for a chosen meaning, 0 for none. */
            confidence: number;
            isCertain: boolean;
            /** @description Why the meaning is uncertain, or why the column is not read. */
            reason: string | null;
        };
        AcceptedJob: {
            jobId: string;
            fileId: string;
            /** @enum {string} */
            status: "queued" | "processing" | "completed" | "failed" | "canceled";
            /** @enum {string} */
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            /** @description several_files_retracted: names the files of the month that a retraction takes back. */
            warnings?: components["schemas"]["Warning"][];
            _links: components["schemas"]["FileLinks"];
        };
        FileRow: {
            fileId: string;
            fileName: string;
            /** @description The number of the sheet among those that are read, from 1. */
            sheet: number;
            /** @description Null for CSV. */
            sheetName: string | null;
            row: number;
            /** @description Null when the sheet has no header. */
            headerRow: number | null;
            /** @description As a spreadsheet shows them, each with the header of its column. */
            cells: {
                header: string | null;
                text: string;
            }[];
        };
        Home: {
            /** @description Null when there is no data at all. */
            period: string | null;
            /** @description The month with data before it, which before and difference are of; null without one. */
            previousPeriod: string | null;
            totals: components["schemas"]["HomeTotals"];
            /** @description Up to twelve calendar months, oldest first. */
            months: components["schemas"]["HomeMonth"][];
            /** @description By name. */
            carriers: components["schemas"]["HomeCarrier"][];
            /** @description Pay by agent over all carriers, the largest first; at most 100. */
            agents: components["schemas"]["HomeAgent"][];
            /** @description All agents. */
            agentCount: number;
            /** @description Undecided carrier events of the month. */
            events: components["schemas"]["CarrierEvent"][];
        };
        HomeTotals: {
            /** @description paidGross − chargebacks. */
            paidNet: number;
            /** @description All that was paid, also what belongs to no member. */
            paidGross: number;
            /** @description All that was taken back, also from no member, as a positive amount. */
            chargebacks: number;
            /** @description paidNet of the earlier month; null without one. */
            before: number | null;
            /** @description paidNet − before. */
            difference: number | null;
            members: number;
            gone: number;
            /** @description The last pay of who is gone. */
            goneAmount: number;
            paidLess: number;
            /** @description The lost part of the regular pay. */
            paidLessAmount: number;
            /** @description Members whose pay fell by a planned step. */
            plannedStep: number;
            /** @description The dollars by which planned steps lowered the pay. */
            plannedStepAmount: number;
            paidMore: number;
            /** @description First seen; 0 in the first month of a carrier, when everybody is. */
            new: number;
            back: number;
            same: number;
            /** @description Members with a chargeback; chargebacks has the amount. */
            takenBack: number;
            /** @description Underpaid in the month, by contracts and by the statement's own rates. */
            toAskFor: number;
            /** @description Underpaid by estimated rates, which nobody can claim. */
            toCheck: number;
            /** @description Carriers whose state is missing or waiting. */
            missingStatements: number;
        };
        HomeMonth: {
            period: string;
            /** @description paidGross − chargebacks. */
            paidNet: number;
            /** @description All that was paid, also what belongs to no member. */
            paidGross: number;
            /** @description All that was taken back, also from no member, as a positive amount. */
            chargebacks: number;
            /** @description paidNet of the earlier month; null without one. */
            before: number | null;
            /** @description paidNet − before. */
            difference: number | null;
            members: number;
            gone: number;
            /** @description The last pay of who is gone. */
            goneAmount: number;
            paidLess: number;
            /** @description The lost part of the regular pay. */
            paidLessAmount: number;
            /** @description Members whose pay fell by a planned step. */
            plannedStep: number;
            /** @description The dollars by which planned steps lowered the pay. */
            plannedStepAmount: number;
            paidMore: number;
            /** @description First seen; 0 in the first month of a carrier, when everybody is. */
            new: number;
            back: number;
            same: number;
            /** @description Members with a chargeback; chargebacks has the amount. */
            takenBack: number;
            /** @description Underpaid in the month, by contracts and by the statement's own rates. */
            toAskFor: number;
            /** @description Underpaid by estimated rates, which nobody can claim. */
            toCheck: number;
        };
        HomeCarrier: {
            carrierId: string;
            carrierName: string;
            /**
             * @description missing: data in an earlier month only. waiting: more files of the month are expected.
             * @enum {string}
             */
            state: "complete" | "waiting" | "missing";
            /** @description The latest month with data, up to the shown one. */
            lastPeriod: string;
            /** @description paidGross − chargebacks. */
            paidNet: number;
            /** @description All that was paid, also what belongs to no member. */
            paidGross: number;
            /** @description All that was taken back, also from no member, as a positive amount. */
            chargebacks: number;
            /** @description paidNet of the earlier month; null without one. */
            before: number | null;
            /** @description paidNet − before. */
            difference: number | null;
            members: number;
            gone: number;
            /** @description The last pay of who is gone. */
            goneAmount: number;
            paidLess: number;
            /** @description The lost part of the regular pay. */
            paidLessAmount: number;
            /** @description Members whose pay fell by a planned step. */
            plannedStep: number;
            /** @description The dollars by which planned steps lowered the pay. */
            plannedStepAmount: number;
            paidMore: number;
            /** @description First seen; 0 in the first month of a carrier, when everybody is. */
            new: number;
            back: number;
            same: number;
            /** @description Members with a chargeback; chargebacks has the amount. */
            takenBack: number;
            /** @description Underpaid in the month, by contracts and by the statement's own rates. */
            toAskFor: number;
            /** @description Underpaid by estimated rates, which nobody can claim. */
            toCheck: number;
        };
        HomeAgent: {
            agentId: string | null;
            /** @description Both null: the statements name no agent. */
            agentName: string | null;
            paidNet: number;
            /** @description paidNet of the earlier month. */
            before: number;
            difference: number;
        };
        IntakeItem: {
            id: string;
            /** @enum {string} */
            source: "sftp" | "email";
            /** Format: date-time */
            receivedAt: string;
            /** @description The SFTP user, or the address of the sender. */
            origin: string;
            fileName: string;
            byteSize: number;
            carrierId: string | null;
            period: string | null;
            /**
             * @description accepted: it has a job. duplicate: the month has the same bytes already, from another file. rejected and held: reason says why and what to do.
             *     waiting: an upload that has been incomplete for a day.
             * @enum {string}
             */
            outcome: "accepted" | "rejected" | "duplicate" | "held" | "waiting";
            reason: string | null;
            fileId: string | null;
            jobId: string | null;
            /** @description Its bytes, or its message, are still stored: what was rejected or held can be filed. */
            isKept: boolean;
        };
        FiledIntakeItem: {
            id: string;
            carrierId: string;
            period: string;
            fileId: string;
            /** @description The job that reads it. */
            jobId: string;
        };
        IntakeFiling: {
            /** @description The carrier that sent it. */
            carrierId: string;
            /**
             * @description The month of the statement.
             * @example 2026-03
             */
            period: string;
            /** @description Required when the account has several workspaces. */
            workspaceId?: string;
            /**
             * @description What happens when the month has a statement. Default: reject.
             * @enum {string}
             */
            onExisting?: "reject" | "replace" | "append";
        };
        Job: components["schemas"]["CompletedJob"] | components["schemas"]["UnfinishedJob"];
        CompletedJob: {
            id: string;
            jobId: string;
            fileId: string;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            periodYear: number;
            periodMonth: number;
            /** @description YYYY-MM. */
            period: string;
            /** @enum {string} */
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            attempts: number;
            /** @description The configuration version the last try used. */
            configVersion: number | null;
            /**
             * Format: date-time
             * @description The moment that stats are of: the end of the job. Null while there are none.
             */
            statsAsOf: string | null;
            currentStats: components["schemas"]["PeriodStats"];
            /** @description The statement was taken in, but look at it: statement_total_variance, baseline_gap, duplicate_content, other_month, several_files_replaced, header_drift, footer_variance, money_above_header, high_reject_rate, chargeback_sign_ambiguous, total_not_printed, doubtful_text, members_continued, members_returning, carrier_continued, month_open, month_closed, carrier_event. Codes may be added. */
            warnings: components["schemas"]["Warning"][];
            /** @description Of the last try; with status queued it is tried again. */
            error: string | null;
            /** @description For failures that trying again can not mend: too_many_rows, unreadable_file, missing_columns, no_valid_rows, unusable_patterns, took_too_long, later_format. Codes may be added. */
            errorCode: string | null;
            progress: components["schemas"]["JobProgress"];
            exceptionRowCount: number;
            webhookUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            month: components["schemas"]["JobMonth"];
            _links: components["schemas"]["JobLinks"];
            /** @enum {string} */
            status: "completed";
            stats: components["schemas"]["JobStats"];
        };
        /** @description The same figures of the job's period as it is scored now, all files of the period together. Null when the period no longer has the job's file: it was replaced or retracted, or is not scored yet. */
        PeriodStats: {
            members: number;
            green: number;
            yellow: number;
            red: number;
            new: number;
            reappeared: number;
            /** @description All that was paid, less chargebacks, also what belongs to no member. */
            commissionTotal: number;
            /** @description Rows with money of no member, see GET /v1/unassigned-lines. */
            unassignedCount: number;
            /** @description What they add to commissionTotal. */
            unassignedAmount: number;
            chargebackCount: number;
            chargebackAmount: number;
            commissionOwed: number;
            /** @description The part of commissionOwed that rests on an estimated rate. */
            commissionOwedEstimated: number;
        } | null;
        JobProgress: {
            /** @description queued, reading, mapping, scoring or completed; stages may be added. */
            stage: string;
            percent: number;
        };
        /** @description The job's month as it is now. Null unless it is known how many files the month has. */
        JobMonth: {
            /**
             * @description open: files are still to come, and absences are provisional. complete: all have come, or nothing says how many a month has. closed: closed by PUT /v1/months/{period}.
             * @enum {string}
             */
            state: "open" | "complete" | "closed";
            files: components["schemas"]["ReceivedFiles"];
        } | null;
        JobLinks: {
            self: components["schemas"]["Link"];
            file: components["schemas"]["Link"];
            results: components["schemas"]["Link"];
            deltas: components["schemas"]["Link"];
            exceptions: components["schemas"]["Link"];
        };
        UnfinishedJob: {
            id: string;
            jobId: string;
            fileId: string;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            periodYear: number;
            periodMonth: number;
            /** @description YYYY-MM. */
            period: string;
            /** @enum {string} */
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            attempts: number;
            /** @description The configuration version the last try used. */
            configVersion: number | null;
            /**
             * Format: date-time
             * @description The moment that stats are of: the end of the job. Null while there are none.
             */
            statsAsOf: string | null;
            currentStats: components["schemas"]["PeriodStats"];
            /** @description The statement was taken in, but look at it: statement_total_variance, baseline_gap, duplicate_content, other_month, several_files_replaced, header_drift, footer_variance, money_above_header, high_reject_rate, chargeback_sign_ambiguous, total_not_printed, doubtful_text, members_continued, members_returning, carrier_continued, month_open, month_closed, carrier_event. Codes may be added. */
            warnings: components["schemas"]["Warning"][];
            /** @description Of the last try; with status queued it is tried again. */
            error: string | null;
            /** @description For failures that trying again can not mend: too_many_rows, unreadable_file, missing_columns, no_valid_rows, unusable_patterns, took_too_long, later_format. Codes may be added. */
            errorCode: string | null;
            progress: components["schemas"]["JobProgress"];
            exceptionRowCount: number;
            webhookUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            month: components["schemas"]["JobMonth"];
            _links: components["schemas"]["JobLinks"];
            /** @enum {string} */
            status: "queued" | "processing" | "failed" | "canceled";
            stats: components["schemas"]["NoStats"];
        };
        FoundJob: components["schemas"]["FoundCompletedJob"] | components["schemas"]["FoundUnfinishedJob"];
        FoundCompletedJob: {
            id: string;
            jobId: string;
            fileId: string;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            periodYear: number;
            periodMonth: number;
            /** @description YYYY-MM. */
            period: string;
            /** @enum {string} */
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            attempts: number;
            /** @description The configuration version the last try used. */
            configVersion: number | null;
            /**
             * Format: date-time
             * @description The moment that stats are of: the end of the job. Null while there are none.
             */
            statsAsOf: string | null;
            currentStats: components["schemas"]["PeriodStats"];
            /** @description The statement was taken in, but look at it: statement_total_variance, baseline_gap, duplicate_content, other_month, several_files_replaced, header_drift, footer_variance, money_above_header, high_reject_rate, chargeback_sign_ambiguous, total_not_printed, doubtful_text, members_continued, members_returning, carrier_continued, month_open, month_closed, carrier_event. Codes may be added. */
            warnings: components["schemas"]["Warning"][];
            /** @description Of the last try; with status queued it is tried again. */
            error: string | null;
            /** @description For failures that trying again can not mend: too_many_rows, unreadable_file, missing_columns, no_valid_rows, unusable_patterns, took_too_long, later_format. Codes may be added. */
            errorCode: string | null;
            progress: components["schemas"]["JobProgress"];
            exceptionRowCount: number;
            webhookUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            month: components["schemas"]["JobMonth"];
            _links: components["schemas"]["JobLinks"];
            /**
             * @description How the job's month stands against the book of business, in a sentence, as it is now. Null without a list of the
             *     carrier in the workspace, and until the job has completed.
             */
            policies: string | null;
            /** @enum {string} */
            status: "completed";
            stats: components["schemas"]["JobStats"];
        };
        FoundUnfinishedJob: {
            id: string;
            jobId: string;
            fileId: string;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            periodYear: number;
            periodMonth: number;
            /** @description YYYY-MM. */
            period: string;
            /** @enum {string} */
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            attempts: number;
            /** @description The configuration version the last try used. */
            configVersion: number | null;
            /**
             * Format: date-time
             * @description The moment that stats are of: the end of the job. Null while there are none.
             */
            statsAsOf: string | null;
            currentStats: components["schemas"]["PeriodStats"];
            /** @description The statement was taken in, but look at it: statement_total_variance, baseline_gap, duplicate_content, other_month, several_files_replaced, header_drift, footer_variance, money_above_header, high_reject_rate, chargeback_sign_ambiguous, total_not_printed, doubtful_text, members_continued, members_returning, carrier_continued, month_open, month_closed, carrier_event. Codes may be added. */
            warnings: components["schemas"]["Warning"][];
            /** @description Of the last try; with status queued it is tried again. */
            error: string | null;
            /** @description For failures that trying again can not mend: too_many_rows, unreadable_file, missing_columns, no_valid_rows, unusable_patterns, took_too_long, later_format. Codes may be added. */
            errorCode: string | null;
            progress: components["schemas"]["JobProgress"];
            exceptionRowCount: number;
            webhookUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            month: components["schemas"]["JobMonth"];
            _links: components["schemas"]["JobLinks"];
            /**
             * @description How the job's month stands against the book of business, in a sentence, as it is now. Null without a list of the
             *     carrier in the workspace, and until the job has completed.
             */
            policies: string | null;
            /** @enum {string} */
            status: "queued" | "processing" | "failed" | "canceled";
            stats: components["schemas"]["NoStats"];
        };
        JobDelta: {
            memberRefId: string;
            /** @description Canonical name: commission_amount, plan_name, … */
            field: string;
            /** @description A number for commission_amount, premium_amount and lives. */
            prevValue: number | string | null;
            currValue: number | string | null;
            /** @enum {string} */
            changeType: "added" | "removed" | "modified";
            memberExternalId: string;
            memberName: string | null;
            policyNumber: string | null;
            carrierId: string;
            carrierName: string;
            agentId: string | null;
            agentName: string | null;
            /** Format: date */
            effectiveDate: string | null;
            /** Format: date */
            termDate: string | null;
            /** @description The month of the statement, YYYY-MM. */
            period: string;
        };
        ResultRow: {
            memberRefId: string;
            policyRefId: string | null;
            /** @enum {string} */
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            flags: ("NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK")[];
            signals: components["schemas"]["Signal"][];
            reason: string | null;
            /** @description Net of the member's lines in the period, so that the rows of a period add up to its statement: 0 for a member who dropped, below zero for one who is charged back after the drop. */
            commissionAmount: number;
            prevCommissionAmount: number;
            comparedAgainstPeriod: string | null;
            /** @description Null when it could not be told. */
            expectedAmount: number | null;
            /** @description Zero, too, when it could not be told: expectedAmount is null then. */
            commissionOwed: number;
            chargebackAmount: number;
            memberExternalId: string;
            memberName: string | null;
            email: string | null;
            planName: string | null;
            policyNumber: string | null;
            premiumAmount: number | null;
            /** @description The member is missing from a month that still waits for files: one that has not come may have the member. */
            provisional: boolean;
            carrierId: string;
            carrierName: string;
            agentId: string | null;
            agentName: string | null;
            /** Format: date */
            effectiveDate: string | null;
            /** Format: date */
            termDate: string | null;
            /** @description The month of the statement, YYYY-MM. */
            period: string;
            /**
             * Format: date
             * @description The last day paid for, where a statement says so.
             */
            paidThrough: string | null;
        };
        Signal: {
            /**
             * @description A finding; docs/reference/signals.md has the rules.
             * @enum {string}
             */
            code: "COMMISSION_INCREASED" | "COMMISSION_REDUCED" | "ZERO_COMMISSION" | "NEGATIVE_NET" | "PLAN_CHANGED" | "POLICY_CHANGED" | "PREMIUM_CHANGED" | "AGENT_CHANGED" | "RATE_CHANGED" | "UNDERPAID" | "OVERPAID" | "RATE_MISSING" | "ABOVE_CMS_MAX" | "PAID_AHEAD" | "CATCH_UP_PAYMENT" | "MISSED_MONTHS" | "TERMINATED" | "RETRO_TERMINATION" | "RAPID_DISENROLLMENT" | "DUPLICATE_PAYMENT" | "CHARGEBACK_DUPLICATE" | "CHARGEBACK_UNMATCHED" | "CHARGEBACK_EXCEEDS_PAID" | "CHARGEBACK_ON_ACTIVE" | "REINSTATED_NOT_REPAID" | "TRUE_UP" | "TRUE_UP_MISSING";
            /** @enum {string} */
            severity: "info" | "warn" | "critical";
            amount?: number;
            detail: string;
            /**
             * @description Of UNDERPAID: what the amount rests on.
             * @enum {string}
             */
            certainty?: "contracted" | "statement_rate" | "estimated";
            /**
             * @description How sure it is that the carrier owes the amount. Absent: the signal claims nothing.
             * @example certain
             * @enum {string}
             */
            claim?: "certain" | "likely" | "to_check";
            /** @description The shared finding that the signal is part of: its code, and what its members have in common. */
            event?: string;
        };
        /** @description Null for a token. */
        SignedInPerson: {
            userId: string;
            name: string;
            email: string;
            /**
             * @description owner: everything, also the team and its tokens. staff: reads and writes. read_only: reads. agent: sees its own members.
             * @enum {string}
             */
            role: "owner" | "staff" | "read_only" | "agent";
            agent: string | null;
        } | null;
        /** @description An account that the signed-in person can work in. */
        OwnAccount: {
            accountId: string;
            name: string;
            /**
             * @description owner: everything, also the team and its tokens. staff: reads and writes. read_only: reads. agent: sees its own members.
             * @enum {string}
             */
            role: "owner" | "staff" | "read_only" | "agent";
        };
        Member: {
            id: string;
            memberRefId: string;
            memberExternalId: string;
            memberName: string | null;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            policyNumber: string | null;
            planName: string | null;
            agentName: string | null;
            /** @enum {string} */
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            flags: ("NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK")[];
            /** @description The period (YYYY-MM) that status, flags and amount are of. */
            lastPeriod: string;
            commissionAmount: number;
            /** Format: date */
            effectiveDate: string | null;
            /** Format: date */
            termDate: string | null;
            /** @description The member is missing from a month that still waits for files: one that has not come may have the member. */
            provisional: boolean;
        };
        AliasProposals: {
            carrierId: string;
            /** @description Null when the carrier has no data. */
            period: string | null;
            /** @description Members of the month before who are missing. */
            missing: number;
            /** @description How many members seem to return under another id. */
            returning: number;
            data: components["schemas"]["AliasProposal"][];
            /** @description The same rows as data. */
            proposals: components["schemas"]["AliasProposal"][];
        };
        AliasProposal: {
            memberRefId: string;
            memberExternalId: string;
            memberName: string | null;
            /** @description The id under which the member seems to return. */
            externalId: string;
            /**
             * @description What is the same beside the name. id: the id but for punctuation and leading zeros. amount: the commission.
             * @enum {string}
             */
            matchedBy: "policy_number" | "effective_date" | "id" | "plan_and_premium" | "amount";
            workspaceId: string;
        };
        AliasesChanged: {
            /** @description Ids linked, or unlinked. */
            members: number;
            /** @description Periods scored again, those of `jobIds` included. */
            rescoredPeriods: number;
            /** @description Of the jobs that score books too large to wait for; absent: everything is scored. */
            jobIds?: string[];
        };
        MonthOfAliases: {
            /** @description The carrier. */
            carrierId: string;
            /** @description Only of this workspace. */
            workspaceId?: string;
            /**
             * @description The month in which the members return.
             * @example 2026-03
             */
            period: string;
        };
        MemberAlias: {
            externalId: string;
            /**
             * @description alternate_id: statements show both ids, two forms of one id, or a renewal under another number. relayout: recognised by name where the carrier gave new ids to five members or more. manual: linked or accepted by hand.
             * @enum {string}
             */
            source: "alternate_id" | "relayout" | "manual";
            /** @description The month that brought it; null when it was linked without a proposal. */
            period: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        AliasLinked: {
            externalId: string;
            /**
             * @description alternate_id: statements show both ids, two forms of one id, or a renewal under another number. relayout: recognised by name where the carrier gave new ids to five members or more. manual: linked or accepted by hand.
             * @enum {string}
             */
            source: "alternate_id" | "relayout" | "manual";
            /** @description The month that brought it; null when it was linked without a proposal. */
            period: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Periods scored again, those of `jobIds` included. */
            rescoredPeriods: number;
            /** @description Of the jobs that score books too large to wait for; absent: everything is scored. */
            jobIds?: string[];
        };
        MemberContact: {
            memberRefId: string;
            phone: string | null;
            email: string | null;
            /**
             * Format: date-time
             * @description Null when nobody has written anything down.
             */
            setAt: string | null;
            /** @description The address on the member's latest statement row, if the carrier prints one. */
            statementEmail: string | null;
        };
        JourneyMonth: {
            period: string;
            periodYear: number;
            periodMonth: number;
            /** @enum {string} */
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            flags: ("NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK")[];
            /** @description False when missed, paid ahead, or charged back after the drop. */
            present: boolean;
            commissionAmount: number;
            prevCommissionAmount: number;
            premiumAmount: number | null;
            policies: components["schemas"]["JourneyPolicy"][];
            file: components["schemas"]["FileReference"];
            deltas: components["schemas"]["Delta"][];
            firstSeen: boolean;
        };
        JourneyPolicy: {
            /** @description Null for lines without a policy number. */
            policyRefId: string | null;
            policyNumber: string | null;
            planName: string | null;
            commissionAmount: number;
            premiumAmount: number | null;
        };
        FileReference: {
            fileId: string;
            fileName: string;
            /** Format: date-time */
            uploadedAt: string;
        };
        Delta: {
            memberRefId: string;
            /** @description Canonical name: commission_amount, plan_name, … */
            field: string;
            /** @description A number for commission_amount, premium_amount and lives. */
            prevValue: number | string | null;
            currValue: number | string | null;
            /** @enum {string} */
            changeType: "added" | "removed" | "modified";
        };
        MemberLine: {
            fileId: string;
            fileName: string;
            /** @description The number of the sheet among those that are read, from 1. */
            sheet: number;
            /** @description As in a spreadsheet, from 1. */
            row: number;
            /** @description The id that the row has. */
            memberExternalId: string;
            memberName: string | null;
            /** @description What the row pays; below zero when it takes money back. */
            amount: number;
            policyNumber: string | null;
            planName: string | null;
            productType: string | null;
            premiumAmount: number | null;
            rate: number | null;
            /** Format: date */
            effectiveDate: string | null;
            /** Format: date */
            termDate: string | null;
            termReason: string | null;
            coverageMonth: string | null;
            /** Format: date */
            paidDate: string | null;
            transactionType: string | null;
            agentName: string | null;
            state: string | null;
            carrierStatus: string | null;
            description: string | null;
        };
        MemberNote: {
            id: string;
            text: string;
            /** @description The name of the person at that time; null when a program wrote it. */
            author: string | null;
            /** Format: date-time */
            writtenAt: string;
        };
        TimelineEntry: {
            period: string;
            /** @enum {string} */
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            flags: ("NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK")[];
            signals: components["schemas"]["Signal"][];
            reason: string | null;
            /** @description Net of the member's lines in the period, so that the rows of a period add up to its statement: 0 for a member who dropped, below zero for one who is charged back after the drop. */
            commissionAmount: number;
            prevCommissionAmount: number;
            comparedAgainstPeriod: string | null;
            /** @description Null when it could not be told. */
            expectedAmount: number | null;
            /** @description Zero, too, when it could not be told: expectedAmount is null then. */
            commissionOwed: number;
            chargebackAmount: number;
            fileId: string;
            /** @description The job that read the file. */
            jobId: string;
            /** @description The member is missing from a month that still waits for files: one that has not come may have the member. */
            provisional: boolean;
        };
        Month: {
            period: string;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            /**
             * @description open: files are still to come, and absences are provisional. complete: all have come, or nothing says how many a month has. closed: closed by PUT /v1/months/{period}.
             * @enum {string}
             */
            state: "open" | "complete" | "closed";
            files: components["schemas"]["MonthFiles"];
            /** @description The state in words. */
            detail: string;
            current: components["schemas"]["MonthFigures"];
            closed: components["schemas"]["ClosedMonth"];
            adjusted: components["schemas"]["MonthDifference"];
        };
        MonthFiles: {
            /** @description Files that count. */
            received: number;
            /** @description Null when nothing says how many files the month has. */
            expected: number | null;
            /**
             * @description set: the account said it. learned: three months in a row had this number.
             * @enum {string|null}
             */
            known: "set" | "learned" | null;
        };
        /** @description As of now, with every correction. */
        MonthFigures: {
            memberCount: number;
            /** @description Members who dropped. */
            red: number;
            /** @description paidGross less chargebacks. */
            paidNet: number;
            /** @description With money without a member. */
            paidGross: number;
            /** @description As a positive amount. */
            chargebacks: number;
            commissionOwed: number;
            /** @description The part of commissionOwed that rests on an estimated rate. Null where it was recorded before this was kept. */
            commissionOwedEstimated: number | null;
        };
        /** @description As they were when the month was closed. Null unless it is closed. */
        ClosedMonth: {
            memberCount: number;
            /** @description Members who dropped. */
            red: number;
            /** @description paidGross less chargebacks. */
            paidNet: number;
            /** @description With money without a member. */
            paidGross: number;
            /** @description As a positive amount. */
            chargebacks: number;
            commissionOwed: number;
            /** @description The part of commissionOwed that rests on an estimated rate. Null where it was recorded before this was kept. */
            commissionOwedEstimated: number | null;
            /** Format: date-time */
            closedAt: string;
            /** @description As in the audit trail. */
            closedBy: string;
        } | null;
        /** @description current less closed. Null unless the month is closed. */
        MonthDifference: {
            memberCount: number;
            /** @description Members who dropped. */
            red: number;
            /** @description paidGross less chargebacks. */
            paidNet: number;
            /** @description With money without a member. */
            paidGross: number;
            /** @description As a positive amount. */
            chargebacks: number;
            commissionOwed: number;
            /** @description The part of commissionOwed that rests on an estimated rate. Null where it was recorded before this was kept. */
            commissionOwedEstimated: number | null;
        } | null;
        MonthDetails: {
            period: string;
            /** @description The month of each carrier and workspace with data in it. */
            data: components["schemas"]["DetailedMonth"][];
        };
        DetailedMonth: {
            period: string;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            /**
             * @description open: files are still to come, and absences are provisional. complete: all have come, or nothing says how many a month has. closed: closed by PUT /v1/months/{period}.
             * @enum {string}
             */
            state: "open" | "complete" | "closed";
            files: components["schemas"]["MonthFiles"];
            /** @description The state in words. */
            detail: string;
            current: components["schemas"]["MonthFigures"];
            closed: components["schemas"]["ClosedMonth"];
            adjusted: components["schemas"]["MonthDifference"];
            /** @description What changed a closed month, newest first; the latest 100. */
            adjustments: components["schemas"]["MonthAdjustment"][];
        };
        MonthAdjustment: {
            memberCount: number;
            /** @description Members who dropped. */
            red: number;
            /** @description paidGross less chargebacks. */
            paidNet: number;
            /** @description With money without a member. */
            paidGross: number;
            /** @description As a positive amount. */
            chargebacks: number;
            commissionOwed: number;
            /** @description The part of commissionOwed that rests on an estimated rate. Null where it was recorded before this was kept. */
            commissionOwedEstimated: number | null;
            /** @description Of dropped and reduced members. Null where the adjustment was recorded before it was kept. */
            commissionAtRisk: number | null;
            /** Format: date-time */
            recordedAt: string;
            /** @description ingest, append, replace, retract or rescore: the mode of the job. rates: a change of rates. */
            cause: string;
            jobId: string | null;
            fileId: string | null;
            /** @description The job's month: a correction of an earlier month can change who is missing in this one. */
            jobPeriod: string | null;
        };
        ReplacedPolicies: {
            workspaceId: string;
            /** @description Null: the lists of all carriers of the workspace. */
            carrierId: string | null;
            dryRun: boolean;
            /** @description Of the new list: added + changed + unchanged. */
            policies: number;
            added: number;
            changed: number;
            /** @description Listed before and not any more. */
            removed: number;
            unchanged: number;
            /** @description Columns of a CSV that nothing was read from. */
            ignoredColumns: string[];
        };
        ListedPolicy: {
            carrierId: string;
            workspaceId: string;
            policyId: string;
            policyNumber: string | null;
            memberName: string | null;
            planName: string | null;
            /** Format: date */
            effectiveDate: string | null;
            /** Format: date */
            termDate: string | null;
            premium: number | null;
            lives: number | null;
            rate: number | null;
            agent: string | null;
            /** @enum {string} */
            status: "active" | "pending" | "ended";
            /**
             * Format: date-time
             * @description When it was added or last changed.
             */
            listedAt: string;
        };
        /** @description All but `ready` is for the operator alone. */
        Readiness: {
            /** @enum {boolean} */
            ready: true;
            database?: {
                answerMs: number;
            };
            queue?: {
                waiting: number;
                processing: number;
                oldestWaitingSeconds: number | null;
            };
            disk?: {
                freeBytes: number;
                totalBytes: number;
                /** @description Free bytes below which nothing more is stored (503 `storage_full`). */
                neededBytes: number;
            } | null;
            tasks?: {
                task: string;
                /** Format: date-time */
                lastRanAt: string | null;
            }[];
        };
        CarrierAttrition: {
            carrierId: string;
            carrierName: string;
            /** @description red / (memberCount + red), 6 decimals; 0 for nobody. */
            attritionRate: number;
            /** @description Members lost in the month, quarter or year. */
            red: number;
            /** @description Members present in its last month with data. */
            memberCount: number;
        };
        AttritionPoint: {
            period: string;
            year: number;
            month: number;
            red: number;
            memberCount: number;
            /** @description red / (memberCount + red), 6 decimals; 0 for nobody. */
            attritionRate: number;
            commissionAtRisk: number;
        };
        Scorecard: {
            carrierId: string;
            carrierName: string;
            /**
             * @description A from 90, B from 80, C from 70, D from 60.
             * @enum {string}
             */
            grade: "A" | "B" | "C" | "D" | "F";
            /** @description 100 × (0.6 × periodsReported / periodsExpected + 0.4 × the mean of ok 1, watch 0.5, alert 0). */
            score: number;
            commissionOwed: number;
            /** @description The part of commissionOwed that rests on an estimated rate. */
            commissionOwedEstimated: number;
            owedPerMemberMonth: number;
            /** @description The part of owedPerMemberMonth that rests on an estimated rate. */
            owedPerMemberMonthEstimated: number;
            chargebackAmount: number;
            /** @description 100 × red / (memberCount + red), over all months. */
            dropRatePct: number;
            /** @description 100 × periodsReported / periodsExpected. */
            consistencyPct: number;
            periodsReported: number;
            /** @description Months from the carrier's first statement, or from, up to to. */
            periodsExpected: number;
            /** @description Months that wait for files, or in which unusual numbers of members left or came, by the checks of the data-quality report. */
            qualityFlags: number;
            /** @description A month with a statement. */
            avgMembers: number;
            /** @description What can still be asked back for these months, each dollar once and without estimates: the headline of GET /v1/reports/recoverable. */
            recoverableAmount: number;
        };
        CensusReconciliation: {
            carrierId: string;
            /** @description Null when no period was asked for and there is no data. */
            period: string | null;
            /** @description Distinct ids of the roster: matched + unpaid. */
            censusTotal: number;
            /** @description Paid more than was charged back, or paid ahead for the period. */
            matched: number;
            unpaid: {
                memberExternalId: string;
                name: string | null;
                planName: string | null;
                /** @enum {string} */
                reason: "not_on_statement" | "zero_paid" | "charged_back";
            }[];
            /** @description Paid, and not on the roster; largest commission first. */
            unrostered: {
                memberExternalId: string;
                memberRefId: string;
                memberName: string | null;
                commissionAmount: number;
            }[];
            /** @description Dollars: unpaid members times the median commission of the matched ones. */
            estimatedUnpaidAmount: number;
            /**
             * @description Ids that are on no line, each with a member of the statement whose id differs in leading zeros and punctuation only.
             *     Never counted as matched.
             */
            possibleMatches: {
                memberExternalId: string;
                statementMemberExternalId: string;
                memberRefId: string;
                memberName: string | null;
                commissionAmount: number;
            }[];
            /** @description Ids the roster holds more than once; each is counted once. */
            duplicateRosterIds: string[];
        };
        CumulativeTotals: {
            /** @description The sum of each month's expected minus actual. */
            commissionOwed: number;
            /** @description The part of commissionOwed that rests on an estimated rate. */
            commissionOwedEstimated: number;
            commissionAtRisk: number;
            chargebackAmount: number;
            /** @description Paid less taken back without a member, see GET /v1/unassigned-lines; in no other figure. */
            unassignedAmount: number;
            owedEvaluated: number;
            owedTotal: number;
            /** @description owedEvaluated / owedTotal, 6 decimals; 0 where nothing was tried. */
            owedCoverage: number;
            /** @description paidGross − chargebacks. */
            paidNet: number;
            /** @description All that was paid, also what belongs to no member. */
            paidGross: number;
            /** @description All that was taken back, also from no member, as a positive amount. */
            chargebacks: number;
            chargebackCount: number;
            /** @description The sum of the months' member counts: a volume, not members. */
            memberMonths: number;
            /** @description memberMonths / periodsCovered, 2 decimals. */
            avgMembers: number;
            peakMembers: number;
            red: number;
            new: number;
            reappeared: number;
            owedEstimated: boolean;
        };
        CumulativePeriod: {
            period: string;
            year: number;
            month: number;
            memberCount: number;
            /** @description The sum of each month's expected minus actual. */
            commissionOwed: number;
            /** @description The part of commissionOwed that rests on an estimated rate. */
            commissionOwedEstimated: number;
            commissionAtRisk: number;
            chargebackAmount: number;
            /** @description Paid less taken back without a member, see GET /v1/unassigned-lines; in no other figure. */
            unassignedAmount: number;
            owedEvaluated: number;
            owedTotal: number;
            /** @description owedEvaluated / owedTotal, 6 decimals; 0 where nothing was tried. */
            owedCoverage: number;
            /** @description paidGross − chargebacks. */
            paidNet: number;
            /** @description All that was paid, also what belongs to no member. */
            paidGross: number;
            /** @description All that was taken back, also from no member, as a positive amount. */
            chargebacks: number;
            chargebackCount: number;
            red: number;
            new: number;
            reappeared: number;
        };
        CumulativeCarrier: {
            carrierId: string;
            carrierName: string;
            /** @description The sum of each month's expected minus actual. */
            commissionOwed: number;
            /** @description The part of commissionOwed that rests on an estimated rate. */
            commissionOwedEstimated: number;
            commissionAtRisk: number;
            chargebackAmount: number;
            /** @description Paid less taken back without a member, see GET /v1/unassigned-lines; in no other figure. */
            unassignedAmount: number;
            owedEvaluated: number;
            owedTotal: number;
            /** @description owedEvaluated / owedTotal, 6 decimals; 0 where nothing was tried. */
            owedCoverage: number;
            /** @description paidGross − chargebacks. */
            paidNet: number;
            /** @description All that was paid, also what belongs to no member. */
            paidGross: number;
            /** @description All that was taken back, also from no member, as a positive amount. */
            chargebacks: number;
            /** @description The sum of the months' member counts: a volume, not members. */
            memberMonths: number;
            periodsCovered: number;
        };
        AgentRollup: {
            carrierId: string;
            carrierName: string;
            /** @description As the carrier writes it; null where it gives no number. */
            agentId: string | null;
            /** @description Both null: the statement names no agent. */
            agentName: string | null;
            /** @description paidGross − chargebacks. */
            paidNet: number;
            /** @description All that was paid, also what belongs to no member. */
            paidGross: number;
            /** @description All that was taken back, also from no member, as a positive amount. */
            chargebacks: number;
        };
        CarrierQuality: {
            carrierId: string;
            carrierName: string;
            /** @enum {string} */
            level: "ok" | "watch" | "alert";
            /** @description The level in words, with the figures; then how the statement compares with the book of business, where there is one. */
            reason: string;
            /** @description red / priorPresent, 6 decimals; 0 for nobody. */
            droppedRate: number;
            /** @description newMembers / present, 6 decimals; 0 for nobody. */
            newRate: number;
            /** @description The smaller of both, 6 decimals; 0 for nobody. */
            churnOverlap: number;
            red: number;
            newMembers: number;
            reappeared: number;
            present: number;
            /** @description Members of the statement this one was compared with; 0 for a first one. */
            priorPresent: number;
            checks: {
                /** @enum {string} */
                name: "droppedRate" | "churnOverlap";
                value: number;
                watchAt: number;
                alertAt: number;
                /**
                 * @description Skipped: there is nothing to compare with, fewer than two members were lost, or the month still waits for files.
                 * @enum {string}
                 */
                outcome: "ok" | "watch" | "alert" | "skipped";
            }[];
            /** @description What it did to many members at once. An open one is worth a watch, unless it pays more. */
            carrierEvents: components["schemas"]["CarrierEvent"][];
        };
        RapidDisenrollmentReport: {
            carrierId: string;
            /** @description Null when no period was asked for and there is no data. */
            period: string | null;
            /** @description Rapid disenrollments that were charged back in the period. */
            realized: {
                count: number;
                clawedBackAmount: number;
            };
            /**
             * @description Members still enrolled whose effective month is the period's or one of the two before, and what they were paid since,
             *     less what was charged back. Members paid ahead count.
             */
            exposure: {
                count: number;
                atRiskAmount: number;
            };
            disenrollments: {
                total: number;
                rapid: number;
                /** @description 100 × rapid / evaluated; 0 for 0. */
                rapidRatePct: number;
            };
            byPlan: {
                planName: string | null;
                planCode: string | null;
                /** @description Members who disenrolled. */
                total: number;
                rapid: number;
                /** @description Dollars charged back in the period for the rapid ones. */
                clawedBackAmount: number;
            }[];
            byAgent: {
                agentId: string | null;
                agentName: string | null;
                /** @description Members who disenrolled. */
                total: number;
                rapid: number;
                /** @description Dollars charged back in the period for the rapid ones. */
                clawedBackAmount: number;
            }[];
            /** @description Disenrollments with an effective and a term date: those classified. */
            evaluated: number;
            /** @description All disenrollments of the period. */
            total: number;
        };
        RenewalForecast: {
            carrierId: string;
            /** @description Null when no period was asked for and there is no data. */
            period: string | null;
            horizonMonths: number;
            /** @description Dollars of the renewals of the twelve months after the period, whatever the horizon. */
            annualRenewalValue: number;
            /** @description On the statement or paid ahead, and not terminated by its end. */
            activeMembers: number;
            /** @description Active members with an effective date, and a known rate for their next renewal or another one of the horizon. */
            evaluated: number;
            /** @description Every month of the horizon. */
            byMonth: {
                period: string;
                /** @description Renewals in the month. */
                members: number;
                amount: number;
            }[];
            /** @description Adds up to annualRenewalValue. */
            byPlan: {
                planName: string | null;
                planCode: string | null;
                members: number;
                annualRenewalValue: number;
            }[];
            /**
             * @description A renewal is valued by the CMS maximum of its year, state and product, because no contracted renewal rate holds for it.
             *     Years not yet published are taken as the last one that is.
             */
            ratesInferred: boolean;
        };
        OwedWorksheet: {
            /** @description First month looked at; null when there is no data at all. */
            from: string | null;
            to: string | null;
            /** @description Summed exactly, then rounded. */
            totals: {
                /** @description Underpaid members. */
                members: number;
                /** @description Members and months, each of which is a row. */
                memberMonths: number;
                expected: number;
                actual: number;
                /** @description Dollars owed: expected less actual. */
                difference: number;
                /** @description The part of difference that rests on an estimated rate: check it first. */
                differenceEstimated: number;
            };
            /** @description Most owed first. */
            byCarrier: {
                carrierId: string;
                carrierName: string;
                /** @description Underpaid members. */
                members: number;
                /** @description Members and months, each of which is a row. */
                memberMonths: number;
                expected: number;
                actual: number;
                /** @description Dollars owed: expected less actual. */
                difference: number;
                /** @description The part of difference that rests on an estimated rate: check it first. */
                differenceEstimated: number;
            }[];
            /** @description More rows follow this page, as pagination.hasMore says too; the totals hold all. */
            truncated: boolean;
            data: components["schemas"]["OwedWorksheetRow"][];
            pagination: components["schemas"]["OffsetPagination"];
            /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
            total: number | null;
        };
        OwedWorksheetRow: {
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            period: string;
            memberRefId: string;
            memberExternalId: string;
            memberName: string | null;
            policyNumber: string | null;
            planName: string | null;
            expected: number;
            /** @description What was paid; chargebacks take nothing from it. */
            actual: number;
            difference: number;
            /**
             * @description How sure the difference is: ask for what is certain, and check the rest first.
             * @example certain
             * @enum {string}
             */
            certainty: "certain" | "likely" | "to_check";
            /** @description What was expected by: one rate, unless policies of the member have different ones. None where the statement's own rate was applied. */
            rates: {
                /** @enum {string} */
                rateType: "flat_per_member" | "percent_of_premium";
                /** @description Dollars a life and month, or a fraction of the premium. */
                rateValue: number;
                /** @enum {string} */
                source: "contracted" | "estimated";
                planCode: string | null;
                /** @enum {string|null} */
                tier: "initial" | "renewal" | null;
                state: string | null;
                planName: string | null;
                productType: string | null;
                maxLives: number | null;
                fromPolicyMonth: number | null;
                toPolicyMonth: number | null;
                fromLives: number | null;
                toLives: number | null;
            }[];
            /** @description The rows that show what was paid, as a spreadsheet numbers them; for a PDF the lines of the page. */
            evidence: {
                fileId: string;
                fileName: string;
                /** @description Counted from 1 among the sheets of the workbook that were read; 1 for CSV; the page of a PDF. */
                sheet: number;
                /** @description Null for CSV, and for a workbook that was read before the names of sheets were kept. */
                sheetName: string | null;
                rowNumbers: number[];
            }[];
            /** @description The rates in words with their bounds, or the statement's own rate; the column `rate` of CSV. */
            basis: string;
        };
        PolicyReport: {
            data: components["schemas"]["PolicyFinding"][];
            pagination: components["schemas"]["OffsetPagination"];
            /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
            total: number | null;
            /** @description Null when no period was asked for and there is no data. */
            period: string | null;
            lists: components["schemas"]["ComparedPolicyList"][];
            counts: components["schemas"]["PolicyFindingCounts"];
        };
        PolicyFinding: {
            carrierId: string;
            workspaceId: string;
            /** @enum {string} */
            kind: "sold_never_paid" | "active_but_dropped" | "paid_not_listed" | "ended_but_paid" | "other_agent" | "other_rate" | "other_premium" | "other_lives";
            /** @description As listed; of a member who is not listed the id of the statement. */
            policyId: string;
            policyNumber: string | null;
            memberRefId: string | null;
            /** @description As the statement has it. Null for a member who is not on it, except in the month of the drop. */
            memberExternalId: string | null;
            memberName: string | null;
            planName: string | null;
            effectiveDate: string | null;
            termDate: string | null;
            /** @description The last period, up to this one, with it on a statement. */
            lastPeriod: string | null;
            /** @description Dollars of that period, net of chargebacks. Null where they are not known. */
            lastAmount: number | null;
            /** @description Where both say one and they differ: your list. */
            listed: string | null;
            /** @description Where both say one and they differ: the statement. */
            onStatement: string | null;
            /** @description A member who is paid and not listed, whose id differs in leading zeros and punctuation only. Never counted as matched. */
            possibleMatch: string | null;
            sentence: string;
        };
        ComparedPolicyList: {
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            /** @description false: there is no statement of the period, and nothing is found. */
            compared: boolean;
            /** @description Distinct ids of the list. */
            listed: number;
            /** @description Ids that are active in the period. */
            active: number;
            /** @description Active ids that are on the statement, or paid ahead. */
            paid: number;
            /** @description Active ids that no statement had so far, and that began too lately to tell. */
            waiting: number;
            counts: components["schemas"]["PolicyFindingCounts"];
            sentence: string;
        };
        PolicyFindingCounts: {
            sold_never_paid: number;
            active_but_dropped: number;
            paid_not_listed: number;
            ended_but_paid: number;
            other_agent: number;
            other_rate: number;
            other_premium: number;
            other_lives: number;
        };
        ReadyMadeReports: {
            data: components["schemas"]["ReadyMadeReport"][];
        };
        ReadyMadeReport: {
            /** @description Names the report; it stays the same over releases. */
            key: string;
            name: string;
            /** @description What it answers, in words. */
            question: string;
            sql: string;
        };
        ReportResult: {
            /** @description Names may repeat. */
            columns: string[];
            /** @description Values in the order of the columns. Numbers that JSON can not hold exactly are strings. */
            rows: components["schemas"]["JsonValue"][][];
            /** @description There are more rows. */
            truncated: boolean;
            /**
             * Format: date
             * @description The date, in UTC, that current_date and now() stood for.
             */
            asOf: string;
        };
        RecoverableReport: {
            /** @description First month looked at; null when there is no data at all. */
            from: string | null;
            to: string | null;
            /** @description Summed exactly over all pages, then rounded. */
            totals: {
                /** @description The headline: all open claims that are certain. */
                recoverable: number;
                /** @description likely and toCheck together. */
                estimated: number;
                /** @description Open claims that are likely. */
                likely: number;
                /** @description Open claims to check, which are worth a question and no more. */
                toCheck: number;
                /** @description The part of all claims that open disputes ask for. */
                asked: number;
                /** @description All open claims. */
                claims: number;
                byKind: {
                    /**
                     * @description Why the money is due.
                     * @enum {string}
                     */
                    kind: "underpaid" | "missed_months" | "wrong_chargeback" | "double_chargeback" | "unmatched_chargeback" | "not_repaid" | "true_up_missing";
                    /**
                     * @description certain: a contract, the statement's own rate, or the chargebacks themselves prove it. likely: the book's habits or comparable
                     *     members say so. to_check: all else, which is worth a question. Only certain claims are in headline sums.
                     * @enum {string}
                     */
                    certainty: "certain" | "likely" | "to_check";
                    claims: number;
                    amount: number;
                }[];
                /** @description Most recoverable first. */
                byCarrier: {
                    carrierId: string;
                    carrierName: string;
                    claims: number;
                    recoverable: number;
                    estimated: number;
                    likely: number;
                    toCheck: number;
                }[];
            };
            data: components["schemas"]["Claim"][];
            pagination: components["schemas"]["OffsetPagination"];
            /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
            total: number | null;
        };
        Claim: {
            /** @description Stays the same as long as the month of the member has this claim. */
            claimId: string;
            /**
             * @description Why the money is due.
             * @enum {string}
             */
            kind: "underpaid" | "missed_months" | "wrong_chargeback" | "double_chargeback" | "unmatched_chargeback" | "not_repaid" | "true_up_missing";
            /**
             * @description certain: a contract, the statement's own rate, or the chargebacks themselves prove it. likely: the book's habits or comparable
             *     members say so. to_check: all else, which is worth a question. Only certain claims are in headline sums.
             * @enum {string}
             */
            certainty: "certain" | "likely" | "to_check";
            /**
             * @description What the amount rests on: a contracted rate, the rate that the statement prints, the payments and chargebacks of the
             *     statements, the CMS maximum, the member's own earlier pay, or an estimate from comparable members.
             * @enum {string}
             */
            basis: "contracted" | "statement_rate" | "statements" | "cms" | "earlier_pay" | "estimated";
            /** @description Dollars still open. */
            amount: number;
            /** @description Dollars that later statements have paid of it. */
            recoveredAmount: number;
            /** @description The statement month that shows it. */
            period: string;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            memberRefId: string;
            memberExternalId: string;
            memberName: string | null;
            policyNumber: string | null;
            planName: string | null;
            /** @description The statement rows that prove the claim, and those that paid a part of it; at most 50 of each. */
            evidence: components["schemas"]["ClaimEvidence"][];
            /** @description What to write to the carrier, in one sentence. */
            ask: string;
            /** @description The open dispute that asks for it; a claim is in one at most. Null while it was not asked for. */
            disputeId: string | null;
        };
        RollupTotals: {
            /** @description green + yellow + new + reappeared. */
            memberCount: number;
            green: number;
            yellow: number;
            red: number;
            new: number;
            reappeared: number;
            /** @description Dollars on yellow and red members. */
            commissionAtRisk: number;
            /** @description The red slice of it. */
            commissionDropped: number;
            /** @description The yellow slice of it. */
            commissionReduced: number;
            reducedCount: number;
            /** @description Recoverable shortfall: expected minus actual. */
            commissionOwed: number;
            owedEvaluated: number;
            owedTotal: number;
            /** @description What is owed rests, partly, on an estimated rate. */
            owedEstimated: boolean;
            /** @description The part of commissionOwed that rests on an estimated rate. */
            commissionOwedEstimated: number;
            chargebackCount: number;
            chargebackAmount: number;
            /** @description Rows with money of no member, see GET /v1/unassigned-lines. */
            unassignedCount: number;
            /** @description What was paid on them, less what was taken back. */
            unassignedAmount: number;
            /** @description paidGross − chargebacks. */
            paidNet: number;
            /** @description All that was paid, also what belongs to no member. */
            paidGross: number;
            /** @description All that was taken back, also from no member, as a positive amount. */
            chargebacks: number;
        };
        CarrierRollup: {
            carrierId: string;
            carrierName: string;
            /** @description green + yellow + new + reappeared. */
            memberCount: number;
            green: number;
            yellow: number;
            red: number;
            new: number;
            reappeared: number;
            /** @description Dollars on yellow and red members. */
            commissionAtRisk: number;
            /** @description The red slice of it. */
            commissionDropped: number;
            /** @description The yellow slice of it. */
            commissionReduced: number;
            reducedCount: number;
            /** @description Recoverable shortfall: expected minus actual. */
            commissionOwed: number;
            owedEvaluated: number;
            owedTotal: number;
            /** @description What is owed rests, partly, on an estimated rate. */
            owedEstimated: boolean;
            /** @description The part of commissionOwed that rests on an estimated rate. */
            commissionOwedEstimated: number;
            chargebackCount: number;
            chargebackAmount: number;
            /** @description Rows with money of no member, see GET /v1/unassigned-lines. */
            unassignedCount: number;
            /** @description What was paid on them, less what was taken back. */
            unassignedAmount: number;
            /** @description paidGross − chargebacks. */
            paidNet: number;
            /** @description All that was paid, also what belongs to no member. */
            paidGross: number;
            /** @description All that was taken back, also from no member, as a positive amount. */
            chargebacks: number;
            /** @description red / (memberCount + red), 6 decimals. */
            attritionRate: number;
            /** @description The month still waits for files: red members, and the dollars on them, are so provisionally. */
            provisional: boolean;
        };
        SavedReport: {
            id: string;
            name: string;
            question: string | null;
            sql: string;
            /**
             * @description weekly: Mondays 08:00 UTC; monthly: the 1st 08:00 UTC.
             * @enum {string}
             */
            cadence: "off" | "weekly" | "monthly";
            lastRun: components["schemas"]["ReportRun"];
            /** Format: date-time */
            createdAt: string;
        };
        /** @description By hand or by schedule; null before the first. */
        ReportRun: {
            /** Format: date-time */
            ranAt: string;
            /** @enum {string} */
            status: "ok" | "failed";
            /** @description Rows of the result; null when it failed. */
            rows: number | null;
            /** @description There were more rows than a run gives. */
            truncated: boolean;
            /** @description Why it failed. */
            error: string | null;
        } | null;
        CarrierYear: {
            carrierId: string;
            carrierName: string;
            /** @description paidGross less chargebacks. */
            paidNet: number;
            /** @description The sum of all lines above zero, also those of no member. */
            paidGross: number;
            /** @description The sum of all lines below zero, as a positive amount. */
            chargebacks: number;
            periodsCovered: number;
            firstPeriod: string;
            lastPeriod: string;
            /**
             * @description Months without a statement, from the carrier's first one ever to the latest month with data of any carrier. In CSV
             *     separated by spaces.
             */
            missingPeriods: string[];
            /**
             * @description Of paidNet: balances that a statement carries forward and counts, although the statement they come from is loaded and has them in
             *     its own sums. It is no new money: paidNet less balanceForward is what the year's statements bring.
             */
            balanceForward: number;
        };
        SftpUser: {
            id: string;
            username: string;
            publicKey: string;
            /** @description Of the key, as ssh-keygen -l shows it. */
            fingerprint: string;
            /** @description Null: every carrier of the account. */
            carrierIds: string[] | null;
            workspaceId: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        NewSftpUser: {
            /**
             * @description What the client signs in as. Shared by all accounts.
             * @example lakeside-agency
             */
            username: string;
            /** @description The line of an OpenSSH .pub file: Ed25519, ECDSA, or RSA of at least 2048 bits. */
            publicKey: string;
            /** @description The carriers whose statements it may drop; left out: all of the account. */
            carrierIds?: string[];
            /** @description Where its statements belong; required to take any when the account has several workspaces. */
            workspaceId?: string;
        };
        TeamMember: {
            /** @description Of the membership: each account knows a person by another id. */
            userId: string;
            /** @description As this account calls the person. */
            name: string;
            email: string;
            /**
             * @description owner: everything, also the team and its tokens. staff: reads and writes. read_only: reads. agent: sees its own members.
             * @enum {string}
             */
            role: "owner" | "staff" | "read_only" | "agent";
            agent: string | null;
            /** @enum {string} */
            status: "invited" | "active";
            /** Format: date-time */
            invitedAt: string;
            /**
             * Format: date-time
             * @description When the person accepted the invitation; null before.
             */
            joinedAt: string | null;
        };
        UnassignedLine: {
            period: string;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            fileId: string;
            fileName: string;
            /** @description Of the sheets that were read, or of the pages of a PDF, the first is 1. */
            sheet: number;
            /** @description Row of the sheet or line of the page, the first is 1. */
            row: number;
            /** @description What the money is for: commission, override, bonus, fee, advance, adjustment, true_up, chargeback, interest, balance_forward. */
            kind: string;
            /** @description What the row says of the money. */
            text: string;
            /** @description Below zero is money taken back. */
            amount: number;
            /** @description In the sums of what was paid. False for a balance carried forward that the statement's own total leaves out. */
            isCounted: boolean;
            agentId: string | null;
            agentName: string | null;
            coverageMonth: string | null;
        };
        CreatedWebhook: {
            id: string;
            url: string;
            events: ("job.completed" | "job.failed")[];
            enabled: boolean;
            /** @description Why the service switched it off by itself; null when the account did. */
            disabledReason: string | null;
            /** Format: date-time */
            disabledAt: string | null;
            /** @description Failed attempts since the last success. */
            failuresInRow: number;
            /** Format: date-time */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Until then the secret before the last rotation signs too.
             */
            previousSecretValidUntil: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Signs deliveries. Shown this once. */
            secret: string;
        };
        Webhook: {
            id: string;
            url: string;
            events: ("job.completed" | "job.failed")[];
            enabled: boolean;
            /** @description Why the service switched it off by itself; null when the account did. */
            disabledReason: string | null;
            /** Format: date-time */
            disabledAt: string | null;
            /** @description Failed attempts since the last success. */
            failuresInRow: number;
            /** Format: date-time */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Until then the secret before the last rotation signs too.
             */
            previousSecretValidUntil: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        DeliveryList: {
            data: components["schemas"]["Delivery"][];
            pagination: components["schemas"]["CursorPagination"];
        };
        Delivery: {
            /** @description The webhook-id of every attempt. */
            id: string;
            /** @description null: the callback of an upload, or of a webhook that's gone. */
            webhookId: string | null;
            /** @description job.completed, job.failed, webhook.test */
            event: string;
            /** @description null: a test. */
            jobId: string | null;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "discarded";
            /** @description Where it goes at this moment; null: nowhere any more. */
            url: string | null;
            /** @description Attempts used of six. */
            attemptCount: number;
            /** Format: date-time */
            nextAttemptAt: string | null;
            /** @description Sent again by hand. */
            redelivered: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt: string | null;
            /** @description Oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryAttempt: {
            /** @description 1 for the first of all; goes on counting when it is sent again by hand. */
            number: number;
            /** Format: date-time */
            attemptedAt: string;
            /** @description 0 for an attempt at http://localhost that got no HTTP answer. */
            durationMs: number;
            responseStatus: number | null;
            /** @description The class of failure, such as timeout; null: accepted. */
            error: string | null;
        };
        Workspace: {
            id: string;
            name: string;
            isDefault: boolean;
        };
    };
    responses: {
        /** @description bad_request: The request cannot be read. */
        bad_request: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description unauthorized: A valid access token is required. */
        unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description forbidden: The access token does not allow this. account_not_provisioned: The account is not active. */
        "forbidden.account_not_provisioned": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description not_acceptable: None of the accepted media types can be produced. */
        not_acceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description validation_error: The request is not valid. */
        validation_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description rate_limited: Too many requests. */
        rate_limited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description internal_error: Something went wrong on our side. */
        internal_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description service_unavailable: The service is out of reach for the moment. */
        service_unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description forbidden: The access token does not allow this. */
        forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description not_found: Nothing was found here. */
        not_found: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description request_timeout: The request took too long to arrive. */
        request_timeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description payload_too_large: The request body is too large. */
        payload_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description unsupported_media_type: The media type of the request body is not supported. */
        unsupported_media_type: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description service_unavailable: The service is out of reach for the moment. storage_full: The disk of the service is full. */
        "service_unavailable.storage_full": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description conflict: The current state does not allow this. */
        conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description forbidden: The access token does not allow this. account_not_provisioned: The account is not active. tier_required: The account needs the Enterprise tier for this. */
        "forbidden.account_not_provisioned.tier_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description validation_error: The request is not valid. workspace_required: The account has several workspaces: name one. */
        "validation_error.workspace_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description period_exists: The period already has a file. conflict: The current state does not allow this. storage_quota_exceeded: The account has no room for this. */
        "period_exists.conflict.storage_quota_exceeded": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description validation_error: The request is not valid. workspace_required: The account has several workspaces: name one. carrier_not_configured: The carrier has no statement format configured. */
        "validation_error.workspace_required.carrier_not_configured": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description already_retracted: The file is already retracted or replaced. conflict: The current state does not allow this. */
        "already_retracted.conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description conflict: The current state does not allow this. nothing_to_rescore: The file holds no active data to score again. */
        "conflict.nothing_to_rescore": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description storage_quota_exceeded: The account has no room for this. */
        storage_quota_exceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description conflict: The current state does not allow this. storage_quota_exceeded: The account has no room for this. */
        "conflict.storage_quota_exceeded": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description validation_error: The request is not valid. invalid_sql: The query is not allowed in reports. query_limit: The query passed a limit. */
        "validation_error.invalid_sql.query_limit": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Names this request in logs and questions.
         * @example 5c1b7a52-6f0e-4bd9-9a55-0c0f4d3f7d21
         */
        "X-Request-Id": string;
        /**
         * @description What is left: r requests, until t seconds from now. By the token's limit, or by the account's when that leaves less.
         * @example "default";r=5990;t=12
         */
        RateLimit: string;
        /**
         * @description The policy of the token: q requests in w seconds.
         * @example "default";q=6000;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description Seconds to wait before trying again.
         * @example 5
         */
        "Retry-After": string;
        /**
         * @description The scheme to use.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description true in a form without pagination, CSV as a rule, that does not hold every row.
         * @example true
         */
        "X-Truncated": string;
        /**
         * @description true where a repeat under the same Idempotency-Key got the reply of the first request.
         * @example true
         */
        "Idempotent-Replayed": string;
        /**
         * @description The next page, while there is one.
         * @example </v1/jobs?limit=50&offset=50>; rel="next"
         */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "_links": {
                     *         "self": {
                     *           "href": "https://api.example.com/v1"
                     *         },
                     *         "me": {
                     *           "href": "https://api.example.com/v1/me"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        _links: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteOwnAccount: {
        parameters: {
            query: {
                /** @description The exact name of the account. It protects from a deletion by a slip. */
                confirm: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted, or completed already. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5b8f2f0a-6d55-4a39-8c0e-1f3b6a7d9c24",
                     *       "accountId": "3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11",
                     *       "status": "completed",
                     *       "requestedBy": "operator",
                     *       "requestedAt": "2026-04-02T09:15:04.120Z",
                     *       "completedAt": "2026-04-02T09:15:07.480Z",
                     *       "removed": {
                     *         "droppedFiles": {
                     *           "bytes": 48213,
                     *           "objects": 1
                     *         },
                     *         "emailAddresses": 1,
                     *         "mails": 1,
                     *         "queueMessages": 0,
                     *         "rawFiles": {
                     *           "bytes": 96426,
                     *           "objects": 2
                     *         },
                     *         "rows": {
                     *           "accounts": 1,
                     *           "files": 24,
                     *           "jobs": 26,
                     *           "scored_rows": 9888,
                     *           "statement_lines": 9888
                     *         },
                     *         "sentMails": 0,
                     *         "sftpUsers": 1,
                     *         "tokens": 2
                     *       },
                     *       "certificate": {
                     *         "accountId": "3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11",
                     *         "completedAt": "2026-04-02T09:15:07.480Z",
                     *         "deletionId": "5b8f2f0a-6d55-4a39-8c0e-1f3b6a7d9c24",
                     *         "removed": {
                     *           "droppedFiles": {
                     *             "bytes": 48213,
                     *             "objects": 1
                     *           },
                     *           "emailAddresses": 1,
                     *           "mails": 1,
                     *           "queueMessages": 0,
                     *           "rawFiles": {
                     *             "bytes": 96426,
                     *             "objects": 2
                     *           },
                     *           "rows": {
                     *             "accounts": 1,
                     *             "files": 24,
                     *             "jobs": 26,
                     *             "scored_rows": 9888,
                     *             "statement_lines": 9888
                     *           },
                     *           "sentMails": 0,
                     *           "sftpUsers": 1,
                     *           "tokens": 2
                     *         },
                     *         "requestedAt": "2026-04-02T09:15:04.120Z",
                     *         "requestedBy": "operator"
                     *       },
                     *       "certificateSha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *     }
                     */
                    "application/json": components["schemas"]["AccountDeletion"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the agency, as letters to carriers have it. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Renamed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Blob;
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getReportAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "office@harbor.example"
                     *     }
                     */
                    "application/json": components["schemas"]["ReportAddress"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateReportAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One address, or null for none. */
                    email: string | null;
                };
            };
        };
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "office@harbor.example"
                     *     }
                     */
                    "application/json": components["schemas"]["ReportAddress"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "readFileHours": 24,
                     *       "rejectedRowDays": 30
                     *     }
                     */
                    "application/json": components["schemas"]["RetentionSettings"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetentionSettings"];
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "readFileHours": 24,
                     *       "rejectedRowDays": 30
                     *     }
                     */
                    "application/json": components["schemas"]["RetentionSettings"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getAccountUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "usedBytes": 1310720,
                     *       "maxBytes": 2147483648,
                     *       "statementBytes": 1048576,
                     *       "incomingBytes": 0,
                     *       "originalBytes": 262144,
                     *       "exceptionBytes": 0,
                     *       "noteBytes": 0,
                     *       "openJobs": 1,
                     *       "openJobsMax": 5000,
                     *       "retention": {
                     *         "readFileHours": 24,
                     *         "unreadFileDays": 3,
                     *         "rejectedRowDays": 30,
                     *         "webhookDeliveryDays": 30
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountUsage"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11",
                     *           "name": "Harbor Benefits",
                     *           "tier": "standard",
                     *           "status": "active",
                     *           "email": "office@harbor.example",
                     *           "rateLimitPerMinute": null,
                     *           "storageBytesMax": null,
                     *           "createdAt": "2026-04-02T09:15:04.120Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Account"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the agency. */
                    name: string;
                    /**
                     * @description Default: standard.
                     * @enum {string}
                     */
                    tier?: "standard" | "enterprise";
                    /**
                     * Format: email
                     * @description Where scheduled reports go.
                     */
                    email?: string | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11",
                     *       "name": "Harbor Benefits",
                     *       "tier": "standard",
                     *       "status": "active",
                     *       "email": "office@harbor.example",
                     *       "rateLimitPerMinute": null,
                     *       "storageBytesMax": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteAccount: {
        parameters: {
            query: {
                /** @description The exact name of the account. It protects from deleting another one by a slip. */
                confirm: string;
            };
            header?: never;
            path: {
                /** @description The account. */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted, or completed already. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5b8f2f0a-6d55-4a39-8c0e-1f3b6a7d9c24",
                     *       "accountId": "3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11",
                     *       "status": "completed",
                     *       "requestedBy": "operator",
                     *       "requestedAt": "2026-04-02T09:15:04.120Z",
                     *       "completedAt": "2026-04-02T09:15:07.480Z",
                     *       "removed": {
                     *         "droppedFiles": {
                     *           "bytes": 48213,
                     *           "objects": 1
                     *         },
                     *         "emailAddresses": 1,
                     *         "mails": 1,
                     *         "queueMessages": 0,
                     *         "rawFiles": {
                     *           "bytes": 96426,
                     *           "objects": 2
                     *         },
                     *         "rows": {
                     *           "accounts": 1,
                     *           "files": 24,
                     *           "jobs": 26,
                     *           "scored_rows": 9888,
                     *           "statement_lines": 9888
                     *         },
                     *         "sentMails": 0,
                     *         "sftpUsers": 1,
                     *         "tokens": 2
                     *       },
                     *       "certificate": {
                     *         "accountId": "3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11",
                     *         "completedAt": "2026-04-02T09:15:07.480Z",
                     *         "deletionId": "5b8f2f0a-6d55-4a39-8c0e-1f3b6a7d9c24",
                     *         "removed": {
                     *           "droppedFiles": {
                     *             "bytes": 48213,
                     *             "objects": 1
                     *           },
                     *           "emailAddresses": 1,
                     *           "mails": 1,
                     *           "queueMessages": 0,
                     *           "rawFiles": {
                     *             "bytes": 96426,
                     *             "objects": 2
                     *           },
                     *           "rows": {
                     *             "accounts": 1,
                     *             "files": 24,
                     *             "jobs": 26,
                     *             "scored_rows": 9888,
                     *             "statement_lines": 9888
                     *           },
                     *           "sentMails": 0,
                     *           "sftpUsers": 1,
                     *           "tokens": 2
                     *         },
                     *         "requestedAt": "2026-04-02T09:15:04.120Z",
                     *         "requestedBy": "operator"
                     *       },
                     *       "certificateSha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *     }
                     */
                    "application/json": components["schemas"]["AccountDeletion"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the agency. */
                    name?: string;
                    /** @enum {string} */
                    tier?: "standard" | "enterprise";
                    /** @enum {string} */
                    status?: "active" | "pending" | "suspended";
                    /**
                     * Format: email
                     * @description Where scheduled reports go.
                     */
                    email?: string | null;
                    /** @description Requests a minute with one token; null: the service's default. All tokens of the account together may send 5 times as many. */
                    rateLimitPerMinute?: number | null;
                    /** @description Bytes it may have stored; null: its tier's, 2147483648 or 21474836480. */
                    storageBytesMax?: number | null;
                };
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11",
                     *       "name": "Harbor Benefits",
                     *       "tier": "standard",
                     *       "status": "active",
                     *       "email": "office@harbor.example",
                     *       "rateLimitPerMinute": null,
                     *       "storageBytesMax": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The account. */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0e8c7a34-54a1-4f39-9d7c-6b1f0d3c2a55",
                     *           "label": "nightly upload",
                     *           "scopes": [
                     *             "read",
                     *             "write"
                     *           ],
                     *           "createdAt": "2026-04-02T09:15:04.120Z",
                     *           "expiresAt": null,
                     *           "revokedAt": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ApiToken"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The account. */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the token is for. */
                    label?: string | null;
                    /** @description Default: ["read","write"]. */
                    scopes?: ("read" | "write")[];
                    /**
                     * Format: date-time
                     * @description From then on the token is refused. Null: it does not expire.
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Issued. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0e8c7a34-54a1-4f39-9d7c-6b1f0d3c2a55",
                     *       "label": "nightly upload",
                     *       "scopes": [
                     *         "read",
                     *         "write"
                     *       ],
                     *       "createdAt": "2026-04-02T09:15:04.120Z",
                     *       "expiresAt": null,
                     *       "revokedAt": null,
                     *       "token": "cas_Zy1x0wVuTsRqPoNmLkJiHgFeDcBa9876543210abcde"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createSharedCarrier: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the carrier. */
                    name: string;
                    /**
                     * @description Lower-case letters, digits and hyphens.
                     * @example summit-senior-life
                     */
                    slug: string;
                    /** @enum {string|null} */
                    productLine?: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
                    /** @description The brand it belongs to. */
                    groupId?: string | null;
                };
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "name": "Summit Senior Life",
                     *       "slug": "summit-senior-life",
                     *       "productLine": "medicare",
                     *       "groupId": null,
                     *       "configured": false,
                     *       "activeConfigVersion": null,
                     *       "expectedFiles": 4,
                     *       "expectedFilesKnown": "set"
                     *     }
                     */
                    "application/json": components["schemas"]["Carrier"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createCarrierGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the brand. */
                    name: string;
                    /**
                     * @description Lower-case letters, digits and hyphens.
                     * @example summit-senior-life
                     */
                    slug: string;
                };
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6a1e3c52-0b8d-4e6f-8b1d-7c2f9a5e4d33",
                     *       "name": "Summit",
                     *       "slug": "summit"
                     *     }
                     */
                    "application/json": components["schemas"]["CarrierReference"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createSharedConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A carrier of the catalogue. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStatementConfig"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "4d2b8f6a-9c1e-4a7b-8f3d-1e5a6c7b8d90",
                     *       "version": 2,
                     *       "replaces": {
                     *         "version": 1,
                     *         "readsPrevious": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AddedConfig"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of dead letters. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "9a1b6f3e-4d2c-4b8a-8f7e-6c5d4b3a2918",
                     *           "queue": "statements",
                     *           "receiveCount": 6,
                     *           "recordedAt": "2026-04-02T10:15:04.120Z",
                     *           "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *           "jobStatus": "failed",
                     *           "accountName": "Harbor Benefits"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DeadLetter"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listDeletions: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deletions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5b8f2f0a-6d55-4a39-8c0e-1f3b6a7d9c24",
                     *           "accountId": "3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11",
                     *           "status": "completed",
                     *           "requestedBy": "operator",
                     *           "requestedAt": "2026-04-02T09:15:04.120Z",
                     *           "completedAt": "2026-04-02T09:15:07.480Z",
                     *           "removed": {
                     *             "droppedFiles": {
                     *               "bytes": 48213,
                     *               "objects": 1
                     *             },
                     *             "emailAddresses": 1,
                     *             "mails": 1,
                     *             "queueMessages": 0,
                     *             "rawFiles": {
                     *               "bytes": 96426,
                     *               "objects": 2
                     *             },
                     *             "rows": {
                     *               "accounts": 1,
                     *               "files": 24,
                     *               "jobs": 26,
                     *               "scored_rows": 9888,
                     *               "statement_lines": 9888
                     *             },
                     *             "sentMails": 0,
                     *             "sftpUsers": 1,
                     *             "tokens": 2
                     *           },
                     *           "certificate": {
                     *             "accountId": "3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11",
                     *             "completedAt": "2026-04-02T09:15:07.480Z",
                     *             "deletionId": "5b8f2f0a-6d55-4a39-8c0e-1f3b6a7d9c24",
                     *             "removed": {
                     *               "droppedFiles": {
                     *                 "bytes": 48213,
                     *                 "objects": 1
                     *               },
                     *               "emailAddresses": 1,
                     *               "mails": 1,
                     *               "queueMessages": 0,
                     *               "rawFiles": {
                     *                 "bytes": 96426,
                     *                 "objects": 2
                     *               },
                     *               "rows": {
                     *                 "accounts": 1,
                     *                 "files": 24,
                     *                 "jobs": 26,
                     *                 "scored_rows": 9888,
                     *                 "statement_lines": 9888
                     *               },
                     *               "sentMails": 0,
                     *               "sftpUsers": 1,
                     *               "tokens": 2
                     *             },
                     *             "requestedAt": "2026-04-02T09:15:04.120Z",
                     *             "requestedBy": "operator"
                     *           },
                     *           "certificateSha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AccountDeletion"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The deletion. */
                deletionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deletion. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5b8f2f0a-6d55-4a39-8c0e-1f3b6a7d9c24",
                     *       "accountId": "3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11",
                     *       "status": "completed",
                     *       "requestedBy": "operator",
                     *       "requestedAt": "2026-04-02T09:15:04.120Z",
                     *       "completedAt": "2026-04-02T09:15:07.480Z",
                     *       "removed": {
                     *         "droppedFiles": {
                     *           "bytes": 48213,
                     *           "objects": 1
                     *         },
                     *         "emailAddresses": 1,
                     *         "mails": 1,
                     *         "queueMessages": 0,
                     *         "rawFiles": {
                     *           "bytes": 96426,
                     *           "objects": 2
                     *         },
                     *         "rows": {
                     *           "accounts": 1,
                     *           "files": 24,
                     *           "jobs": 26,
                     *           "scored_rows": 9888,
                     *           "statement_lines": 9888
                     *         },
                     *         "sentMails": 0,
                     *         "sftpUsers": 1,
                     *         "tokens": 2
                     *       },
                     *       "certificate": {
                     *         "accountId": "3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11",
                     *         "completedAt": "2026-04-02T09:15:07.480Z",
                     *         "deletionId": "5b8f2f0a-6d55-4a39-8c0e-1f3b6a7d9c24",
                     *         "removed": {
                     *           "droppedFiles": {
                     *             "bytes": 48213,
                     *             "objects": 1
                     *           },
                     *           "emailAddresses": 1,
                     *           "mails": 1,
                     *           "queueMessages": 0,
                     *           "rawFiles": {
                     *             "bytes": 96426,
                     *             "objects": 2
                     *           },
                     *           "rows": {
                     *             "accounts": 1,
                     *             "files": 24,
                     *             "jobs": 26,
                     *             "scored_rows": 9888,
                     *             "statement_lines": 9888
                     *           },
                     *           "sentMails": 0,
                     *           "sftpUsers": 1,
                     *           "tokens": 2
                     *         },
                     *         "requestedAt": "2026-04-02T09:15:04.120Z",
                     *         "requestedBy": "operator"
                     *       },
                     *       "certificateSha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *     }
                     */
                    "application/json": components["schemas"]["AccountDeletion"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listAllJobs: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description Only jobs in this state. */
                status?: "queued" | "processing" | "completed" | "failed" | "canceled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *           "accountId": "3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11",
                     *           "accountName": "Harbor Benefits",
                     *           "carrierName": "Summit Senior Life",
                     *           "period": "2026-03",
                     *           "mode": "ingest",
                     *           "status": "failed",
                     *           "attempts": 1,
                     *           "errorCode": "unreadable_file",
                     *           "createdAt": "2026-04-02T09:15:04.120Z",
                     *           "completedAt": "2026-04-02T09:15:06.020Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["OperatorJob"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listTaskRuns: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "ranAt": "2026-04-02T09:15:04.120Z",
                     *           "durationMs": 184,
                     *           "task": "purge_files",
                     *           "requeued": 0,
                     *           "jobsFailed": 0,
                     *           "resent": 0,
                     *           "webhooksRedelivered": 0,
                     *           "filesPurged": 12,
                     *           "dropsPurged": 0,
                     *           "mailsPurged": 0,
                     *           "accountsDeleted": 0,
                     *           "jobsCanceled": 0,
                     *           "dropsAccepted": 0,
                     *           "dropsRejected": 0,
                     *           "dropsDuplicate": 0,
                     *           "dropsHeld": 0,
                     *           "dropsWaiting": 0,
                     *           "dropsFailed": 0,
                     *           "reportsSent": 0,
                     *           "reportsFailed": 0,
                     *           "reportsSkipped": 0
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["TaskRun"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    runTask: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    task: "recover_jobs" | "redeliver_webhooks" | "purge_files" | "sweep_sftp" | "run_saved_reports";
                };
            };
        };
        responses: {
            /** @description What it did. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "task": "purge_files",
                     *       "requeued": 0,
                     *       "jobsFailed": 0,
                     *       "resent": 0,
                     *       "webhooksRedelivered": 0,
                     *       "filesPurged": 12,
                     *       "dropsPurged": 0,
                     *       "mailsPurged": 0,
                     *       "accountsDeleted": 0,
                     *       "jobsCanceled": 0,
                     *       "dropsAccepted": 0,
                     *       "dropsRejected": 0,
                     *       "dropsDuplicate": 0,
                     *       "dropsHeld": 0,
                     *       "dropsWaiting": 0,
                     *       "dropsFailed": 0,
                     *       "reportsSent": 0,
                     *       "reportsFailed": 0,
                     *       "reportsSkipped": 0
                     *     }
                     */
                    "application/json": components["schemas"]["TaskResult"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token. */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @description How the person is called. */
                    name: string;
                    /**
                     * @description owner: everything, also the team and its tokens. staff: reads and writes. read_only: reads. agent: sees its own members.
                     * @enum {string}
                     */
                    role: "owner" | "staff" | "read_only" | "agent";
                    /** @description The writing agent whose members an agent sees, as statements name it. Only for the role agent. */
                    agent?: string | null;
                    /** @description The account. */
                    accountId: string;
                };
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "userId": "5a0f6f0e-2f0c-4b4a-9a86-0b7f8f9b6f11",
                     *       "name": "Dana Reyes",
                     *       "email": "dana@harbor.example",
                     *       "role": "staff",
                     *       "agent": null,
                     *       "status": "active",
                     *       "invitedAt": "2026-04-02T09:15:04.120Z",
                     *       "joinedAt": "2026-04-02T10:01:44.020Z",
                     *       "signInLink": "https://api.example.com/sign-in?token=kZ0v"
                     *     }
                     */
                    "application/json": components["schemas"]["AddedPerson"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description newest: the latest first. oldest: the other way round. Default: newest. */
                sort?: "newest" | "oldest";
                /** @description Only this action. Such as file.upload. */
                action?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
                     *           "actor": "token:0e8c7a34-54a1-4f39-9d7c-6b1f0d3c2a55",
                     *           "action": "config.create",
                     *           "target": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "meta": {
                     *             "version": 2
                     *           },
                     *           "ip": "203.0.113.7",
                     *           "createdAt": "2026-04-02T09:15:04.120Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listCarrierEvents: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description newest: the latest first. oldest: the other way round. Default: newest. */
                sort?: "newest" | "oldest";
                /** @description Only this period. Such as 2026-03. */
                period?: string;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Only events in this state. */
                state?: "open" | "accepted" | "disputed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5d0c7a52-8a64-4a5e-9a0b-6b1f0c2d3e4f",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "period": "2026-01",
                     *           "kind": "pay_reduced",
                     *           "scope": "carrier",
                     *           "scopeValue": null,
                     *           "code": null,
                     *           "members": 147,
                     *           "compared": 149,
                     *           "changePercent": -20,
                     *           "amount": 214.6,
                     *           "eachAmount": null,
                     *           "askedIn": null,
                     *           "detail": "The carrier pays 20 % less for 147 of 149 members since Jan 2026.",
                     *           "rateType": "percent_of_premium",
                     *           "rateValue": 0.08,
                     *           "noRateReason": null,
                     *           "state": "open",
                     *           "rateId": null,
                     *           "decidedAt": null,
                     *           "disputeId": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CarrierEvent"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    acceptCarrierEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event. */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5d0c7a52-8a64-4a5e-9a0b-6b1f0c2d3e4f",
                     *       "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "period": "2026-01",
                     *       "kind": "pay_reduced",
                     *       "scope": "carrier",
                     *       "scopeValue": null,
                     *       "code": null,
                     *       "members": 147,
                     *       "compared": 149,
                     *       "changePercent": -20,
                     *       "amount": 214.6,
                     *       "eachAmount": null,
                     *       "askedIn": null,
                     *       "detail": "The carrier pays 20 % less for 147 of 149 members since Jan 2026.",
                     *       "rateType": "percent_of_premium",
                     *       "rateValue": 0.08,
                     *       "noRateReason": null,
                     *       "state": "accepted",
                     *       "rateId": "9b7d5e3c-1f2a-4b6c-8d0e-3a4b5c6d7e8f",
                     *       "decidedAt": "2026-04-02T09:15:04.120Z",
                     *       "disputeId": null,
                     *       "rescoredPeriods": 3
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedCarrierEvent"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    disputeCarrierEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event. */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disputed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5d0c7a52-8a64-4a5e-9a0b-6b1f0c2d3e4f",
                     *       "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "period": "2026-01",
                     *       "kind": "pay_reduced",
                     *       "scope": "carrier",
                     *       "scopeValue": null,
                     *       "code": null,
                     *       "members": 147,
                     *       "compared": 149,
                     *       "changePercent": -20,
                     *       "amount": 214.6,
                     *       "eachAmount": null,
                     *       "askedIn": null,
                     *       "detail": "The carrier pays 20 % less for 147 of 149 members since Jan 2026.",
                     *       "rateType": "percent_of_premium",
                     *       "rateValue": 0.08,
                     *       "noRateReason": null,
                     *       "state": "disputed",
                     *       "rateId": null,
                     *       "decidedAt": "2026-04-02T09:15:04.120Z",
                     *       "disputeId": "3f6c1a52-8d0e-4b7f-9a41-6c2d5e8f7013"
                     *     }
                     */
                    "application/json": components["schemas"]["CarrierEvent"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listCarriers: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 200. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description true: only carriers whose statements can be read; false: only others. */
                withConfig?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of carriers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "name": "Summit Senior Life",
                     *           "slug": "summit-senior-life",
                     *           "productLine": "medicare",
                     *           "groupId": null,
                     *           "configured": true,
                     *           "activeConfigVersion": 2,
                     *           "expectedFiles": 4,
                     *           "expectedFilesKnown": "set"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 200,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Carrier"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createCarrier: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the carrier. */
                    name: string;
                    /**
                     * @description Made from the name when absent.
                     * @example summit-senior-life
                     */
                    slug?: string;
                    /** @enum {string|null} */
                    productLine?: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
                    /** @description True: another carrier of yours may have this name. Names are compared without case and extra spaces. */
                    allowSameName?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "name": "Summit Senior Life",
                     *       "slug": "summit-senior-life",
                     *       "productLine": "medicare",
                     *       "groupId": null,
                     *       "configured": false,
                     *       "activeConfigVersion": null,
                     *       "expectedFiles": null,
                     *       "expectedFilesKnown": null
                     *     }
                     */
                    "application/json": components["schemas"]["Carrier"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listCarrierGroups: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 200. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of brands. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "6a1e3c52-0b8d-4e6f-8b1d-7c2f9a5e4d33",
                     *           "name": "Summit",
                     *           "slug": "summit",
                     *           "members": [
                     *             {
                     *               "id": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *               "name": "Summit Senior Life",
                     *               "slug": "summit-senior-life"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 200,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CarrierGroup"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    resolveCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description The brand. */
                    groupId: string;
                    /**
                     * Format: binary
                     * @description The statement: CSV, a workbook or a PDF with text; up to 15 MiB.
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description The carriers, best first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "groupId": "6a1e3c52-0b8d-4e6f-8b1d-7c2f9a5e4d33",
                     *       "ambiguous": false,
                     *       "best": {
                     *         "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *         "name": "Summit Senior Life",
                     *         "slug": "summit-senior-life",
                     *         "productLine": "medicare",
                     *         "confidence": 0.93,
                     *         "reason": "12 of 12 columns of the format are there; 100 % of the sampled rows can be read."
                     *       },
                     *       "ranked": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "name": "Summit Senior Life",
                     *           "slug": "summit-senior-life",
                     *           "productLine": "medicare",
                     *           "confidence": 0.93,
                     *           "reason": "12 of 12 columns of the format are there; 100 % of the sampled rows can be read."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CarrierRanking"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carrier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "name": "Summit Senior Life",
                     *       "slug": "summit-senior-life",
                     *       "productLine": "medicare",
                     *       "groupId": null,
                     *       "configured": true,
                     *       "activeConfigVersion": 2,
                     *       "expectedFiles": 4,
                     *       "expectedFilesKnown": "set"
                     *     }
                     */
                    "application/json": components["schemas"]["Carrier"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the carrier. */
                    name?: string;
                    /**
                     * @description Lower-case letters, digits and hyphens.
                     * @example summit-senior-life
                     */
                    slug?: string;
                    /** @enum {string|null} */
                    productLine?: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
                    /** @description True: another carrier of yours may have this name. Names are compared without case and extra spaces. */
                    allowSameName?: boolean;
                };
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "name": "Summit Senior Life",
                     *       "slug": "summit-senior-life",
                     *       "productLine": "medicare",
                     *       "groupId": null,
                     *       "configured": true,
                     *       "activeConfigVersion": 2,
                     *       "expectedFiles": 4,
                     *       "expectedFilesKnown": "set"
                     *     }
                     */
                    "application/json": components["schemas"]["Carrier"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listConfigs: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 200. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The carrier. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "4d2b8f6a-9c1e-4a7b-8f3d-1e5a6c7b8d90",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "version": 2,
                     *           "active": true,
                     *           "shared": false,
                     *           "createdAt": "2026-04-02T09:15:04.120Z",
                     *           "removedAt": null,
                     *           "config": {
                     *             "fileType": "csv",
                     *             "encoding": "auto",
                     *             "delimiter": "auto",
                     *             "sheets": "first",
                     *             "headerRow": "auto",
                     *             "columns": {
                     *               "member_external_id": [
                     *                 "Member ID",
                     *                 "Subscriber ID"
                     *               ],
                     *               "commission_amount": "Commission"
                     *             },
                     *             "dates": {
                     *               "order": "MDY",
                     *               "openEnded": [
                     *                 "9999-12-31",
                     *                 "2078-12-31",
                     *                 "1900-01-01"
                     *               ]
                     *             },
                     *             "amounts": {
                     *               "decimal": ".",
                     *               "creditDebitMark": "negative"
                     *             },
                     *             "sign": "signed",
                     *             "transactionTypes": {
                     *               "chargeback": [
                     *                 "/chargeback|chgbck|clawback|recoup/i"
                     *               ],
                     *               "ignore": []
                     *             },
                     *             "skipRows": {
                     *               "totals": true,
                     *               "patterns": []
                     *             },
                     *             "filter": [],
                     *             "carryDown": [],
                     *             "statementMode": "period",
                     *             "cadence": {
                     *               "default": "monthly"
                     *             },
                     *             "lineKinds": [],
                     *             "tolerance": {
                     *               "absolute": 0.01,
                     *               "percent": 0
                     *             },
                     *             "memberId": {
                     *               "stripLeadingZeros": false,
                     *               "pattern": null
                     *             },
                     *             "sftp": {
                     *               "patterns": [],
                     *               "onExisting": "reject"
                     *             },
                     *             "email": {
                     *               "allowedSenders": [],
                     *               "periodFrom": "filename"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 200,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ConfigVersion"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The carrier. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStatementConfig"];
            };
        };
        responses: {
            /** @description Added, and active. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "4d2b8f6a-9c1e-4a7b-8f3d-1e5a6c7b8d90",
                     *       "version": 2,
                     *       "replaces": {
                     *         "version": 1,
                     *         "readsPrevious": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AddedConfig"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    inferConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The statement: CSV, a workbook or a PDF with text; up to 15 MiB.
                     */
                    file: Blob;
                    /** @description Only this sheet is looked at. */
                    sheetName?: string;
                };
            };
        };
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "config": {
                     *         "fileType": "csv",
                     *         "encoding": "auto",
                     *         "delimiter": "auto",
                     *         "sheets": "first",
                     *         "headerRow": "auto",
                     *         "columns": {
                     *           "member_external_id": [
                     *             "Member ID",
                     *             "Subscriber ID"
                     *           ],
                     *           "commission_amount": "Commission"
                     *         },
                     *         "dates": {
                     *           "order": "MDY",
                     *           "openEnded": [
                     *             "9999-12-31",
                     *             "2078-12-31",
                     *             "1900-01-01"
                     *           ]
                     *         },
                     *         "amounts": {
                     *           "decimal": ".",
                     *           "creditDebitMark": "negative"
                     *         },
                     *         "sign": "signed",
                     *         "transactionTypes": {
                     *           "chargeback": [
                     *             "/chargeback|chgbck|clawback|recoup/i"
                     *           ],
                     *           "ignore": []
                     *         },
                     *         "skipRows": {
                     *           "totals": true,
                     *           "patterns": []
                     *         },
                     *         "filter": [],
                     *         "carryDown": [],
                     *         "statementMode": "period",
                     *         "cadence": {
                     *           "default": "monthly"
                     *         },
                     *         "lineKinds": [],
                     *         "tolerance": {
                     *           "absolute": 0.01,
                     *           "percent": 0
                     *         },
                     *         "memberId": {
                     *           "stripLeadingZeros": false,
                     *           "pattern": null
                     *         },
                     *         "sftp": {
                     *           "patterns": [],
                     *           "onExisting": "reject"
                     *         },
                     *         "email": {
                     *           "allowedSenders": [],
                     *           "periodFrom": "filename"
                     *         }
                     *       },
                     *       "confidence": 0.96,
                     *       "headerRow": 1,
                     *       "sheets": [],
                     *       "mapped": [
                     *         {
                     *           "header": "Member ID",
                     *           "target": "member_external_id",
                     *           "score": 1
                     *         },
                     *         {
                     *           "header": "Commission",
                     *           "target": "commission_amount",
                     *           "score": 0.96
                     *         }
                     *       ],
                     *       "unmapped": [
                     *         {
                     *           "header": "QIS Level",
                     *           "reason": "its name is not known"
                     *         }
                     *       ],
                     *       "notes": [
                     *         "No date shows its order (no day above 12); month/day/year was assumed."
                     *       ],
                     *       "sampledRows": 60,
                     *       "preview": [
                     *         {
                     *           "row": 2,
                     *           "member_external_id": "M-1001",
                     *           "commission_amount": 40,
                     *           "member_name": "Doe, Jane",
                     *           "email": null,
                     *           "policy_number": null,
                     *           "plan_name": null,
                     *           "plan_code": null,
                     *           "product_type": null,
                     *           "premium_amount": null,
                     *           "lives": null,
                     *           "rate": null,
                     *           "effective_date": null,
                     *           "term_date": null,
                     *           "term_reason": null,
                     *           "coverage_month": null,
                     *           "paid_date": null,
                     *           "paid_through": null,
                     *           "months_paid": null,
                     *           "transaction_type": null,
                     *           "agent_id": null,
                     *           "agent_name": null,
                     *           "state": null,
                     *           "county": null,
                     *           "carrier_status": null,
                     *           "renewal_date": null,
                     *           "description": null,
                     *           "split": null,
                     *           "alternate_member_id": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FormatInference"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    testConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description The configuration as JSON (NewStatementConfig): as text, or as a file. */
                    config: string;
                    /**
                     * Format: binary
                     * @description The statement: CSV, a workbook or a PDF with text; up to 15 MiB.
                     */
                    file: Blob;
                    /**
                     * @description The period.
                     * @example 2026-03
                     */
                    period?: string;
                    /** @description With periodMonth: the same as period. */
                    periodYear?: number;
                    /** @description With periodYear: the same as period. */
                    periodMonth?: number;
                };
            };
        };
        responses: {
            /** @description What became of the rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mapped": 118,
                     *       "unassigned": 1,
                     *       "failed": 1,
                     *       "skipped": 3,
                     *       "skippedBy": {
                     *         "blank": 2,
                     *         "totals": 1
                     *       },
                     *       "rows": [
                     *         {
                     *           "row": 2,
                     *           "member_external_id": "M-1001",
                     *           "commission_amount": 40,
                     *           "member_name": "Doe, Jane",
                     *           "email": null,
                     *           "policy_number": null,
                     *           "plan_name": null,
                     *           "plan_code": null,
                     *           "product_type": null,
                     *           "premium_amount": null,
                     *           "lives": null,
                     *           "rate": null,
                     *           "effective_date": null,
                     *           "term_date": null,
                     *           "term_reason": null,
                     *           "coverage_month": null,
                     *           "paid_date": null,
                     *           "paid_through": null,
                     *           "months_paid": null,
                     *           "transaction_type": null,
                     *           "agent_id": null,
                     *           "agent_name": null,
                     *           "state": null,
                     *           "county": null,
                     *           "carrier_status": null,
                     *           "renewal_date": null,
                     *           "description": null,
                     *           "split": null,
                     *           "alternate_member_id": null
                     *         }
                     *       ],
                     *       "failures": [
                     *         {
                     *           "row": 57,
                     *           "errors": [
                     *             "commission_amount \"N/A\" is not an amount"
                     *           ]
                     *         }
                     *       ],
                     *       "rowWarnings": [],
                     *       "totals": {
                     *         "commissionTotal": 10250.75,
                     *         "members": 110,
                     *         "chargebackCount": 3,
                     *         "chargebackAmount": 131.4
                     *       },
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigTrial"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                carrierId: string;
                /** @description Its number. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "4d2b8f6a-9c1e-4a7b-8f3d-1e5a6c7b8d90",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "version": 2,
                     *       "active": true,
                     *       "shared": false,
                     *       "createdAt": "2026-04-02T09:15:04.120Z",
                     *       "removedAt": null,
                     *       "config": {
                     *         "fileType": "csv",
                     *         "encoding": "auto",
                     *         "delimiter": "auto",
                     *         "sheets": "first",
                     *         "headerRow": "auto",
                     *         "columns": {
                     *           "member_external_id": [
                     *             "Member ID",
                     *             "Subscriber ID"
                     *           ],
                     *           "commission_amount": "Commission"
                     *         },
                     *         "dates": {
                     *           "order": "MDY",
                     *           "openEnded": [
                     *             "9999-12-31",
                     *             "2078-12-31",
                     *             "1900-01-01"
                     *           ]
                     *         },
                     *         "amounts": {
                     *           "decimal": ".",
                     *           "creditDebitMark": "negative"
                     *         },
                     *         "sign": "signed",
                     *         "transactionTypes": {
                     *           "chargeback": [
                     *             "/chargeback|chgbck|clawback|recoup/i"
                     *           ],
                     *           "ignore": []
                     *         },
                     *         "skipRows": {
                     *           "totals": true,
                     *           "patterns": []
                     *         },
                     *         "filter": [],
                     *         "carryDown": [],
                     *         "statementMode": "period",
                     *         "cadence": {
                     *           "default": "monthly"
                     *         },
                     *         "lineKinds": [],
                     *         "tolerance": {
                     *           "absolute": 0.01,
                     *           "percent": 0
                     *         },
                     *         "memberId": {
                     *           "stripLeadingZeros": false,
                     *           "pattern": null
                     *         },
                     *         "sftp": {
                     *           "patterns": [],
                     *           "onExisting": "reject"
                     *         },
                     *         "email": {
                     *           "allowedSenders": [],
                     *           "periodFrom": "filename"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigVersion"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                carrierId: string;
                /** @description Its number. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getDropOffs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "sftp": {
                     *         "patterns": [
                     *           "ACME_{YYYY}{MM}*.csv"
                     *         ],
                     *         "onExisting": "reject"
                     *       },
                     *       "email": {
                     *         "allowedSenders": [
                     *           "@acme.example"
                     *         ],
                     *         "periodFrom": "filename"
                     *       },
                     *       "own": {
                     *         "sftp": {
                     *           "patterns": [
                     *             "ACME_{YYYY}{MM}*.csv"
                     *           ],
                     *           "onExisting": null
                     *         },
                     *         "email": {
                     *           "allowedSenders": [
                     *             "@acme.example"
                     *           ],
                     *           "periodFrom": null
                     *         }
                     *       },
                     *       "setAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DropOffs"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateDropOffs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DropOffsChange"];
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "sftp": {
                     *         "patterns": [
                     *           "ACME_{YYYY}{MM}*.csv"
                     *         ],
                     *         "onExisting": "reject"
                     *       },
                     *       "email": {
                     *         "allowedSenders": [
                     *           "@acme.example"
                     *         ],
                     *         "periodFrom": "filename"
                     *       },
                     *       "own": {
                     *         "sftp": {
                     *           "patterns": [
                     *             "ACME_{YYYY}{MM}*.csv"
                     *           ],
                     *           "onExisting": null
                     *         },
                     *         "email": {
                     *           "allowedSenders": [
                     *             "@acme.example"
                     *           ],
                     *           "periodFrom": null
                     *         }
                     *       },
                     *       "setAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DropOffs"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    updateExpectedFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    expectedFiles: number | null;
                };
            };
        };
        responses: {
            /** @description The carrier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "name": "Summit Senior Life",
                     *       "slug": "summit-senior-life",
                     *       "productLine": "medicare",
                     *       "groupId": null,
                     *       "configured": true,
                     *       "activeConfigVersion": 2,
                     *       "expectedFiles": 4,
                     *       "expectedFilesKnown": "set"
                     *     }
                     */
                    "application/json": components["schemas"]["Carrier"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Default: the latest period with data. Such as 2026-03. */
                period?: string;
                /** @description gone: not on the statement. paid_less, paid_more: other pay than before. planned_step: less pay by a step that comparable members, a contract or CMS shows. new, back: first seen, seen again. taken_back: a chargeback from a member who left before, whose regular pay did not fall, or whose net is below zero again. same: no change. */
                kind?: "gone" | "paid_less" | "planned_step" | "new" | "back" | "paid_more" | "taken_back" | "same";
                /** @description The name or the number of an agent as the statement has it, in any case. */
                agent?: string;
                /** @description Part of the name, the member id, another id of the member or the policy number, in any case. */
                q?: string;
                /** @description money: the largest difference first. carrier, agent: by name, then by money. Default: money. */
                sort?: "money" | "name" | "carrier" | "agent";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": "2026-03",
                     *       "counts": {
                     *         "gone": 1,
                     *         "paid_less": 2,
                     *         "planned_step": 0,
                     *         "new": 1,
                     *         "back": 0,
                     *         "paid_more": 0,
                     *         "taken_back": 0,
                     *         "same": 1
                     *       },
                     *       "amounts": {
                     *         "gone": 50,
                     *         "paid_less": 60,
                     *         "planned_step": 0
                     *       },
                     *       "total": 4,
                     *       "data": [
                     *         {
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "memberName": "Doe, Jane",
                     *           "memberExternalId": "M-1001",
                     *           "policyNumber": "P-77",
                     *           "planName": "Gold",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "agentId": "A-17",
                     *           "agentName": "Rivera, Ana",
                     *           "kind": "paid_less",
                     *           "before": 50,
                     *           "now": 40,
                     *           "difference": -10,
                     *           "atRisk": 10,
                     *           "reason": "Paid $10.00 less than in Feb 2026 ($50.00 → $40.00).",
                     *           "period": "2026-03",
                     *           "comparedAgainstPeriod": "2026-02",
                     *           "provisional": false
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Change"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. */
                        total: number;
                        /** @description Null when there is no data at all. */
                        period: string | null;
                        counts: components["schemas"]["ChangeCounts"];
                        amounts: components["schemas"]["ChangeAmounts"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listChargebacks: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Default: the latest period with data. Such as 2026-03. */
                period?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of chargebacks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": "2026-03",
                     *       "data": [
                     *         {
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "policyRefId": "8f14e45f-ceea-567f-8d1a-2b3c4d5e6f70",
                     *           "memberExternalId": "M-1001",
                     *           "policyNumber": "P-77",
                     *           "planName": "Gold",
                     *           "chargebackAmount": 50,
                     *           "paidOut": 50,
                     *           "originalPayout": {
                     *             "period": "2026-01",
                     *             "amount": 50,
                     *             "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *             "fileName": "summit-2026-01.csv"
                     *           },
                     *           "fullyReversed": true,
                     *           "memberName": "Doe, Jane",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "agentId": "A-17",
                     *           "agentName": "Rivera, Ana",
                     *           "effectiveDate": "2025-11-01",
                     *           "termDate": null,
                     *           "period": "2026-03",
                     *           "coverageMonths": [
                     *             "2026-01"
                     *           ],
                     *           "paidDate": "2026-03-28"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Chargeback"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                        /** @description Null when there is no data at all. */
                        period: string | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listComparisons: {
        parameters: {
            query: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description The earlier month, or one of the earlier quarter or year. */
                from: string;
                /** @description The later month, or one of the later quarter or year. */
                to: string;
                /** @description Default: month. */
                granularity?: "month" | "quarter" | "year";
                /** @description Only members of this status. */
                status?: "green" | "yellow" | "red" | "new" | "reappeared";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the comparison. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-02",
                     *       "to": "2026-03",
                     *       "carrierId": null,
                     *       "granularity": "month",
                     *       "summary": {
                     *         "green": 371,
                     *         "yellow": 9,
                     *         "red": 4,
                     *         "new": 16,
                     *         "reappeared": 2,
                     *         "total": 402
                     *       },
                     *       "data": [
                     *         {
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "policyRefId": "8f14e45f-ceea-567f-8d1a-2b3c4d5e6f70",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "status": "yellow",
                     *           "flags": [
                     *             "COMMISSION_CHANGED"
                     *           ],
                     *           "commissionAmount": 40,
                     *           "prevCommissionAmount": 50,
                     *           "comparedAgainstPeriod": "2026-02",
                     *           "memberName": "Doe, Jane",
                     *           "memberExternalId": "M-1001",
                     *           "policyNumber": "P-77",
                     *           "provisional": false,
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "agentId": "A-17",
                     *           "agentName": "Rivera, Ana",
                     *           "effectiveDate": "2025-11-01",
                     *           "termDate": null
                     *         }
                     *       ],
                     *       "deltas": [
                     *         {
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "field": "commission_amount",
                     *           "prevValue": 50,
                     *           "currValue": 40,
                     *           "changeType": "modified",
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Doe, Jane",
                     *           "policyNumber": "P-77",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "agentId": "A-17",
                     *           "agentName": "Rivera, Ana",
                     *           "effectiveDate": "2025-11-01",
                     *           "termDate": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ComparisonRow"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                        from: string;
                        to: string;
                        /** @description Null: all carriers. */
                        carrierId: string | null;
                        /** @enum {string} */
                        granularity: "month" | "quarter" | "year";
                        /** @description Of the whole comparison, whatever the page and the status asked for. */
                        summary: {
                            green: number;
                            yellow: number;
                            red: number;
                            new: number;
                            reappeared: number;
                            total: number;
                        };
                        /** @description Every field that moved, of the page's members, in the order of their rows. */
                        deltas: components["schemas"]["ComparisonDelta"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    inferConfigWithoutCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The statement: CSV, a workbook or a PDF with text; up to 15 MiB.
                     */
                    file: Blob;
                    /** @description Only this sheet is looked at. */
                    sheetName?: string;
                };
            };
        };
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "config": {
                     *         "fileType": "csv",
                     *         "encoding": "auto",
                     *         "delimiter": "auto",
                     *         "sheets": "first",
                     *         "headerRow": "auto",
                     *         "columns": {
                     *           "member_external_id": [
                     *             "Member ID",
                     *             "Subscriber ID"
                     *           ],
                     *           "commission_amount": "Commission"
                     *         },
                     *         "dates": {
                     *           "order": "MDY",
                     *           "openEnded": [
                     *             "9999-12-31",
                     *             "2078-12-31",
                     *             "1900-01-01"
                     *           ]
                     *         },
                     *         "amounts": {
                     *           "decimal": ".",
                     *           "creditDebitMark": "negative"
                     *         },
                     *         "sign": "signed",
                     *         "transactionTypes": {
                     *           "chargeback": [
                     *             "/chargeback|chgbck|clawback|recoup/i"
                     *           ],
                     *           "ignore": []
                     *         },
                     *         "skipRows": {
                     *           "totals": true,
                     *           "patterns": []
                     *         },
                     *         "filter": [],
                     *         "carryDown": [],
                     *         "statementMode": "period",
                     *         "cadence": {
                     *           "default": "monthly"
                     *         },
                     *         "lineKinds": [],
                     *         "tolerance": {
                     *           "absolute": 0.01,
                     *           "percent": 0
                     *         },
                     *         "memberId": {
                     *           "stripLeadingZeros": false,
                     *           "pattern": null
                     *         },
                     *         "sftp": {
                     *           "patterns": [],
                     *           "onExisting": "reject"
                     *         },
                     *         "email": {
                     *           "allowedSenders": [],
                     *           "periodFrom": "filename"
                     *         }
                     *       },
                     *       "confidence": 0.96,
                     *       "headerRow": 1,
                     *       "sheets": [],
                     *       "mapped": [
                     *         {
                     *           "header": "Member ID",
                     *           "target": "member_external_id",
                     *           "score": 1
                     *         },
                     *         {
                     *           "header": "Commission",
                     *           "target": "commission_amount",
                     *           "score": 0.96
                     *         }
                     *       ],
                     *       "unmapped": [
                     *         {
                     *           "header": "QIS Level",
                     *           "reason": "its name is not known"
                     *         }
                     *       ],
                     *       "notes": [
                     *         "No date shows its order (no day above 12); month/day/year was assumed."
                     *       ],
                     *       "sampledRows": 60,
                     *       "preview": [
                     *         {
                     *           "row": 2,
                     *           "member_external_id": "M-1001",
                     *           "commission_amount": 40,
                     *           "member_name": "Doe, Jane",
                     *           "email": null,
                     *           "policy_number": null,
                     *           "plan_name": null,
                     *           "plan_code": null,
                     *           "product_type": null,
                     *           "premium_amount": null,
                     *           "lives": null,
                     *           "rate": null,
                     *           "effective_date": null,
                     *           "term_date": null,
                     *           "term_reason": null,
                     *           "coverage_month": null,
                     *           "paid_date": null,
                     *           "paid_through": null,
                     *           "months_paid": null,
                     *           "transaction_type": null,
                     *           "agent_id": null,
                     *           "agent_name": null,
                     *           "state": null,
                     *           "county": null,
                     *           "carrier_status": null,
                     *           "renewal_date": null,
                     *           "description": null,
                     *           "split": null,
                     *           "alternate_member_id": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FormatInference"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listDisputes: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description newest: the latest first. oldest: the other way round. Default: newest. */
                sort?: "newest" | "oldest";
                /**
                 * @description asked: the letter is out. answered: the carrier has answered, and nothing is settled. paid and refused: closed. The service
                 *     closes a dispute as paid when later statements have paid all that is open.
                 */
                state?: "asked" | "answered" | "paid" | "refused";
                /** @description Only with this carrier. */
                carrierId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of disputes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "3f6c1a52-8d0e-4b7f-9a41-6c2d5e8f7013",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "state": "asked",
                     *           "closedBySystem": false,
                     *           "note": "Sent to commissions@summit.example.",
                     *           "claims": 1,
                     *           "askedAmount": 10,
                     *           "recoveredAmount": 0,
                     *           "createdAt": "2026-04-02T09:30:00.000Z",
                     *           "changedAt": "2026-04-02T09:30:00.000Z",
                     *           "closedAt": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Dispute"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createDispute: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Claims of GET /v1/reports/recoverable, all against one carrier. */
                    claimIds?: string[];
                    /** @description All open claims of a member and statement month, as rows of the worksheet name them. */
                    rows?: {
                        /** @description The member. */
                        memberRefId: string;
                        period: string;
                    }[];
                    /** @description For the agency; in no letter. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Opened. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f6c1a52-8d0e-4b7f-9a41-6c2d5e8f7013",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "carrierName": "Summit Senior Life",
                     *       "state": "asked",
                     *       "closedBySystem": false,
                     *       "note": "Sent to commissions@summit.example.",
                     *       "claims": 1,
                     *       "askedAmount": 10,
                     *       "recoveredAmount": 0,
                     *       "createdAt": "2026-04-02T09:30:00.000Z",
                     *       "changedAt": "2026-04-02T09:30:00.000Z",
                     *       "closedAt": null,
                     *       "letter": "To: Summit Senior Life, commission team\nFrom: Lakeview Benefits\nDate: Apr 2, 2026\nReference: 3f6c1a52-8d0e-4b7f-9a41-6c2d5e8f7013\nSubject: Commission statements to be corrected: 1 claim, $10.00\n\nDear commission team,\n",
                     *       "rows": [
                     *         {
                     *           "claimId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f.2026-02.underpaid",
                     *           "kind": "underpaid",
                     *           "certainty": "certain",
                     *           "basis": "contracted",
                     *           "recoveredAmount": 0,
                     *           "period": "2026-02",
                     *           "workspaceId": "5d3a1f0e-7c2b-4a69-9e8d-1b2c3d4e5f60",
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Ann Lee",
                     *           "policyNumber": "P-77",
                     *           "planName": "Gold",
                     *           "evidence": [
                     *             {
                     *               "period": "2026-02",
                     *               "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *               "fileName": "summit-2026-02.csv",
                     *               "sheet": 1,
                     *               "rowNumber": 3,
                     *               "amount": 40,
                     *               "what": "paid"
                     *             }
                     *           ],
                     *           "ask": "Please pay the $10.00 missing for Feb 2026: $40.00 was paid, and $50.00 is due by the contracted rate.",
                     *           "askedAmount": 10,
                     *           "openAmount": 10
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WholeDispute"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getDispute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The dispute. */
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dispute. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f6c1a52-8d0e-4b7f-9a41-6c2d5e8f7013",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "carrierName": "Summit Senior Life",
                     *       "state": "asked",
                     *       "closedBySystem": false,
                     *       "note": "Sent to commissions@summit.example.",
                     *       "claims": 1,
                     *       "askedAmount": 10,
                     *       "recoveredAmount": 0,
                     *       "createdAt": "2026-04-02T09:30:00.000Z",
                     *       "changedAt": "2026-04-02T09:30:00.000Z",
                     *       "closedAt": null,
                     *       "letter": "To: Summit Senior Life, commission team\nFrom: Lakeview Benefits\nDate: Apr 2, 2026\nReference: 3f6c1a52-8d0e-4b7f-9a41-6c2d5e8f7013\nSubject: Commission statements to be corrected: 1 claim, $10.00\n\nDear commission team,\n",
                     *       "rows": [
                     *         {
                     *           "claimId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f.2026-02.underpaid",
                     *           "kind": "underpaid",
                     *           "certainty": "certain",
                     *           "basis": "contracted",
                     *           "recoveredAmount": 0,
                     *           "period": "2026-02",
                     *           "workspaceId": "5d3a1f0e-7c2b-4a69-9e8d-1b2c3d4e5f60",
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Ann Lee",
                     *           "policyNumber": "P-77",
                     *           "planName": "Gold",
                     *           "evidence": [
                     *             {
                     *               "period": "2026-02",
                     *               "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *               "fileName": "summit-2026-02.csv",
                     *               "sheet": 1,
                     *               "rowNumber": 3,
                     *               "amount": 40,
                     *               "what": "paid"
                     *             }
                     *           ],
                     *           "ask": "Please pay the $10.00 missing for Feb 2026: $40.00 was paid, and $50.00 is due by the contracted rate.",
                     *           "askedAmount": 10,
                     *           "openAmount": 10
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WholeDispute"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateDispute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The dispute. */
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description asked: the letter is out. answered: the carrier has answered, and nothing is settled. paid and refused: closed. The service
                     *     closes a dispute as paid when later statements have paid all that is open.
                     * @enum {string}
                     */
                    state?: "asked" | "answered" | "paid" | "refused";
                    /** @description For the agency; in no letter. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description The dispute. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f6c1a52-8d0e-4b7f-9a41-6c2d5e8f7013",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "carrierName": "Summit Senior Life",
                     *       "state": "asked",
                     *       "closedBySystem": false,
                     *       "note": "Sent to commissions@summit.example.",
                     *       "claims": 1,
                     *       "askedAmount": 10,
                     *       "recoveredAmount": 0,
                     *       "createdAt": "2026-04-02T09:30:00.000Z",
                     *       "changedAt": "2026-04-02T09:30:00.000Z",
                     *       "closedAt": null,
                     *       "letter": "To: Summit Senior Life, commission team\nFrom: Lakeview Benefits\nDate: Apr 2, 2026\nReference: 3f6c1a52-8d0e-4b7f-9a41-6c2d5e8f7013\nSubject: Commission statements to be corrected: 1 claim, $10.00\n\nDear commission team,\n",
                     *       "rows": [
                     *         {
                     *           "claimId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f.2026-02.underpaid",
                     *           "kind": "underpaid",
                     *           "certainty": "certain",
                     *           "basis": "contracted",
                     *           "recoveredAmount": 0,
                     *           "period": "2026-02",
                     *           "workspaceId": "5d3a1f0e-7c2b-4a69-9e8d-1b2c3d4e5f60",
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Ann Lee",
                     *           "policyNumber": "P-77",
                     *           "planName": "Gold",
                     *           "evidence": [
                     *             {
                     *               "period": "2026-02",
                     *               "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *               "fileName": "summit-2026-02.csv",
                     *               "sheet": 1,
                     *               "rowNumber": 3,
                     *               "amount": 40,
                     *               "what": "paid"
                     *             }
                     *           ],
                     *           "ask": "Please pay the $10.00 missing for Feb 2026: $40.00 was paid, and $50.00 is due by the contracted rate.",
                     *           "askedAmount": 10,
                     *           "openAmount": 10
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WholeDispute"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getDisputeLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The dispute. */
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The letter. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example To: Summit Senior Life, commission team
                     *     From: Lakeview Benefits
                     *     Date: Apr 2, 2026
                     *     Reference: 3f6c1a52-8d0e-4b7f-9a41-6c2d5e8f7013
                     *     Subject: Commission statements to be corrected: 1 claim, $10.00
                     *
                     *     Dear commission team,
                     */
                    "text/plain": string;
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getDisputeWorkbook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The dispute. */
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workbook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getDropOffPlaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The places. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isAllowed": true,
                     *       "canFile": true,
                     *       "email": {
                     *         "domain": "inbound.example.com"
                     *       },
                     *       "sftp": {
                     *         "host": "statements.example.com",
                     *         "port": 2222,
                     *         "fingerprint": "SHA256:hFVMawtc93P+YmyOKWJLfYeasx1Jtk+8w7YotHMoVxc"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DropOffPlaces"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listEmailAddresses: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 200. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of addresses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5a0b7c1e-3f64-4c57-9b52-1d7e8f90a2b3",
                     *           "address": "k3v7mq2xw4bn5tz6jr2hc7dp4s@inbound.example.com",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "workspaceId": null,
                     *           "createdAt": "2026-04-02T09:15:04.120Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 200,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EmailAddress"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createEmailAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The carrier whose statements it is for. */
                    carrierId: string;
                    /** @description Required when the account has several workspaces. */
                    workspaceId?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5a0b7c1e-3f64-4c57-9b52-1d7e8f90a2b3",
                     *       "address": "k3v7mq2xw4bn5tz6jr2hc7dp4s@inbound.example.com",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "workspaceId": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EmailAddress"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned.tier_required"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.workspace_required"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getEmailAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The address. */
                addressId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5a0b7c1e-3f64-4c57-9b52-1d7e8f90a2b3",
                     *       "address": "k3v7mq2xw4bn5tz6jr2hc7dp4s@inbound.example.com",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "workspaceId": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EmailAddress"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteEmailAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The address. */
                addressId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    rotateEmailAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The address. */
                addressId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With its new address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5a0b7c1e-3f64-4c57-9b52-1d7e8f90a2b3",
                     *       "address": "k3v7mq2xw4bn5tz6jr2hc7dp4s@inbound.example.com",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "workspaceId": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EmailAddress"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned.tier_required"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listExpectedRates: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 200. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description Only this carrier. */
                carrierId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "9b7d5e3c-1f2a-4b6c-8d0e-3a4b5c6d7e8f",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "planCode": "GOLD-PPO",
                     *           "rateType": "flat_per_member",
                     *           "rateValue": 26.5,
                     *           "tier": null,
                     *           "state": "TX",
                     *           "effectiveFrom": "2026-01-01",
                     *           "effectiveTo": null,
                     *           "source": "contracted",
                     *           "workspaceId": null,
                     *           "basisPeriod": null,
                     *           "sampleSize": null,
                     *           "createdAt": "2026-04-02T09:15:04.120Z",
                     *           "planName": null,
                     *           "productType": null,
                     *           "maxLives": null,
                     *           "fromPolicyMonth": null,
                     *           "toPolicyMonth": null,
                     *           "fromLives": null,
                     *           "toLives": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 200,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ExpectedRate"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createExpectedRate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExpectedRate"];
            };
        };
        responses: {
            /** @description Replaced. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b7d5e3c-1f2a-4b6c-8d0e-3a4b5c6d7e8f",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "planCode": "GOLD-PPO",
                     *       "rateType": "flat_per_member",
                     *       "rateValue": 26.5,
                     *       "tier": null,
                     *       "state": "TX",
                     *       "effectiveFrom": "2026-01-01",
                     *       "effectiveTo": null,
                     *       "source": "contracted",
                     *       "workspaceId": null,
                     *       "basisPeriod": null,
                     *       "sampleSize": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z",
                     *       "planName": null,
                     *       "productType": null,
                     *       "maxLives": null,
                     *       "fromPolicyMonth": null,
                     *       "toPolicyMonth": null,
                     *       "fromLives": null,
                     *       "toLives": null,
                     *       "rescoredPeriods": 3
                     *     }
                     */
                    "application/json": components["schemas"]["RateSet"];
                };
            };
            /** @description Set. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b7d5e3c-1f2a-4b6c-8d0e-3a4b5c6d7e8f",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "planCode": "GOLD-PPO",
                     *       "rateType": "flat_per_member",
                     *       "rateValue": 26.5,
                     *       "tier": null,
                     *       "state": "TX",
                     *       "effectiveFrom": "2026-01-01",
                     *       "effectiveTo": null,
                     *       "source": "contracted",
                     *       "workspaceId": null,
                     *       "basisPeriod": null,
                     *       "sampleSize": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z",
                     *       "planName": null,
                     *       "productType": null,
                     *       "maxLives": null,
                     *       "fromPolicyMonth": null,
                     *       "toPolicyMonth": null,
                     *       "fromLives": null,
                     *       "toLives": null,
                     *       "rescoredPeriods": 3
                     *     }
                     */
                    "application/json": components["schemas"]["RateSet"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    createExpectedRates: {
        parameters: {
            query: {
                /** @description The carrier that pays them. */
                carrierId: string;
                /** @description Only say what would change. */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Each takes the place of the rate of the same plan, tier, state, first day, policy months and group size. */
                    rates: {
                        /** @description The plan as the statement shows it: its code, else its name, else its product type. Absent: for every plan that has no rate of its own. Upper and lower case are the same. */
                        planCode?: string | null;
                        /** @enum {string} */
                        rateType: "flat_per_member" | "percent_of_premium";
                        /**
                         * @description Dollars a life and month, or a fraction of the premium: 0.05 is 5 %. Up to 6 decimals.
                         * @example 26.5
                         */
                        rateValue: number;
                        /** @enum {string|null} */
                        tier?: "initial" | "renewal" | null;
                        /** @description Two letters; absent: every state. */
                        state?: string | null;
                        /**
                         * Format: date
                         * @description First day it holds.
                         */
                        effectiveFrom?: string | null;
                        /**
                         * Format: date
                         * @description Last day it holds.
                         */
                        effectiveTo?: string | null;
                        /** @description Of a flat rate: a household is paid for so many lives at most. Absent: for all of them. */
                        maxLives?: number | null;
                        /** @description First month of the policy it holds for; 1 is that of the effective date. */
                        fromPolicyMonth?: number | null;
                        /** @description Last month of the policy it holds for. A member without an effective date has no rate with policy months. */
                        toPolicyMonth?: number | null;
                        /** @description The smallest group it holds for. */
                        fromLives?: number | null;
                        /** @description The largest group it holds for. A member without lives has no rate with a group size. */
                        toLives?: number | null;
                    }[];
                };
                "text/csv": string;
            };
        };
        responses: {
            /** @description Set, or what would change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "dryRun": true,
                     *       "created": 12,
                     *       "replaced": 3,
                     *       "unchanged": 40,
                     *       "rescoredPeriods": 4,
                     *       "ignoredColumns": [
                     *         "id",
                     *         "createdAt"
                     *       ],
                     *       "owed": {
                     *         "periodsLeftOut": 0,
                     *         "totals": {
                     *           "before": {
                     *             "membersEvaluated": 3,
                     *             "membersOwed": 1,
                     *             "commissionOwed": 10,
                     *             "commissionOwedEstimated": 10
                     *           },
                     *           "after": {
                     *             "membersEvaluated": 3,
                     *             "membersOwed": 2,
                     *             "commissionOwed": 40,
                     *             "commissionOwedEstimated": 0
                     *           }
                     *         },
                     *         "byPeriod": [
                     *           {
                     *             "period": "2026-02",
                     *             "before": {
                     *               "membersEvaluated": 3,
                     *               "membersOwed": 1,
                     *               "commissionOwed": 10,
                     *               "commissionOwedEstimated": 10
                     *             },
                     *             "after": {
                     *               "membersEvaluated": 3,
                     *               "membersOwed": 2,
                     *               "commissionOwed": 40,
                     *               "commissionOwedEstimated": 0
                     *             }
                     *           }
                     *         ],
                     *         "largestDifferences": [
                     *           {
                     *             "workspaceId": "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
                     *             "period": "2026-02",
                     *             "memberRefId": "6f1f0d3c-2f4d-4d6d-9a57-0f6a3a1c2b3d",
                     *             "memberExternalId": "M-1001",
                     *             "memberName": "Ann Abel",
                     *             "commissionOwedBefore": 10,
                     *             "commissionOwedAfter": 20,
                     *             "difference": 10
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RatesSet"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    previewExpectedRate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExpectedRate"];
            };
        };
        responses: {
            /** @description What would change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replacedRateId": "9b7d5e3c-1f2a-4b6c-8d0e-3a4b5c6d7e8f",
                     *       "periodsLeftOut": 0,
                     *       "totals": {
                     *         "before": {
                     *           "membersEvaluated": 3,
                     *           "membersOwed": 1,
                     *           "commissionOwed": 10,
                     *           "commissionOwedEstimated": 10
                     *         },
                     *         "after": {
                     *           "membersEvaluated": 3,
                     *           "membersOwed": 2,
                     *           "commissionOwed": 40,
                     *           "commissionOwedEstimated": 0
                     *         }
                     *       },
                     *       "byPeriod": [
                     *         {
                     *           "period": "2026-02",
                     *           "before": {
                     *             "membersEvaluated": 3,
                     *             "membersOwed": 1,
                     *             "commissionOwed": 10,
                     *             "commissionOwedEstimated": 10
                     *           },
                     *           "after": {
                     *             "membersEvaluated": 3,
                     *             "membersOwed": 2,
                     *             "commissionOwed": 40,
                     *             "commissionOwedEstimated": 0
                     *           }
                     *         }
                     *       ],
                     *       "largestDifferences": [
                     *         {
                     *           "workspaceId": "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
                     *           "period": "2026-02",
                     *           "memberRefId": "6f1f0d3c-2f4d-4d6d-9a57-0f6a3a1c2b3d",
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Ann Abel",
                     *           "commissionOwedBefore": 10,
                     *           "commissionOwedAfter": 20,
                     *           "difference": 10
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RatePreview"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteExpectedRate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rate. */
                rateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    confirmExpectedRate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The estimate. */
                rateId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The first month the rate holds for. Absent: the month the estimate was made from.
                     * @example 2026-03
                     */
                    fromPeriod?: string;
                };
            };
        };
        responses: {
            /** @description It was contracted so before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b7d5e3c-1f2a-4b6c-8d0e-3a4b5c6d7e8f",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "planCode": "GOLD-PPO",
                     *       "rateType": "flat_per_member",
                     *       "rateValue": 26.5,
                     *       "tier": null,
                     *       "state": "TX",
                     *       "effectiveFrom": "2026-01-01",
                     *       "effectiveTo": null,
                     *       "source": "contracted",
                     *       "workspaceId": null,
                     *       "basisPeriod": null,
                     *       "sampleSize": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z",
                     *       "planName": null,
                     *       "productType": null,
                     *       "maxLives": null,
                     *       "fromPolicyMonth": null,
                     *       "toPolicyMonth": null,
                     *       "fromLives": null,
                     *       "toLives": null,
                     *       "rescoredPeriods": 0
                     *     }
                     */
                    "application/json": components["schemas"]["RateSet"];
                };
            };
            /** @description Contracted. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b7d5e3c-1f2a-4b6c-8d0e-3a4b5c6d7e8f",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "planCode": "GOLD-PPO",
                     *       "rateType": "flat_per_member",
                     *       "rateValue": 26.5,
                     *       "tier": null,
                     *       "state": "TX",
                     *       "effectiveFrom": "2026-01-01",
                     *       "effectiveTo": null,
                     *       "source": "contracted",
                     *       "workspaceId": null,
                     *       "basisPeriod": null,
                     *       "sampleSize": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z",
                     *       "planName": null,
                     *       "productType": null,
                     *       "maxLives": null,
                     *       "fromPolicyMonth": null,
                     *       "toPolicyMonth": null,
                     *       "fromLives": null,
                     *       "toLives": null,
                     *       "rescoredPeriods": 3
                     *     }
                     */
                    "application/json": components["schemas"]["RateSet"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description nextCursor of the page before; absent for the first page. */
                cursor?: number;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Only this period. Such as 2026-03. */
                period?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of files. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *           "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *           "accountId": "3f6c1f0e-8b1c-4a5e-9a55-2f0d8c7e6b10",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "periodYear": 2026,
                     *           "periodMonth": 3,
                     *           "period": "2026-03",
                     *           "originalFilename": "summit-2026-03.csv",
                     *           "byteSize": 48213,
                     *           "checksumSha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "source": "api",
                     *           "status": "active",
                     *           "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *           "rowsIngested": 412,
                     *           "statedTotal": 10250.75,
                     *           "uploadedAt": "2026-04-02T09:15:04.120Z",
                     *           "supersededAt": null,
                     *           "rawPurgedAt": null,
                     *           "rescoreSuggested": false,
                     *           "_links": {
                     *             "self": {
                     *               "href": "https://api.example.com/v1/files/7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11"
                     *             },
                     *             "job": {
                     *               "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22"
                     *             },
                     *             "results": {
                     *               "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22/results"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "nextCursor": null,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["File"][];
                        pagination: components["schemas"]["CursorPagination"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    uploadFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key gets the job of the first request. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
                /** @description true replaces what the period has, like the field replace. */
                "X-Replace-Period"?: boolean;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The statement: CSV, a workbook, a PDF with text, or a ZIP archive of such files for one month; up to 15 MiB.
                     */
                    file: Blob;
                    /** @description The carrier whose statement it is. */
                    carrierId: string;
                    /**
                     * @description The month of the statement, as YYYY-MM. Required, unless periodYear and periodMonth name it.
                     * @example 2026-03
                     */
                    period?: string;
                    /** @description With periodMonth: the same as period. */
                    periodYear?: number;
                    /** @description With periodYear: the same as period. */
                    periodMonth?: number;
                    /**
                     * Format: uri
                     * @description Called once when this job completes or fails.
                     */
                    webhookUrl?: string;
                    /** @description The carrier's net total commission for this file. */
                    statedTotal?: number;
                    /** @description Required when the account has several workspaces. */
                    workspaceId?: string;
                    /** @description Replaces every file that the period has. The header X-Replace-Period: true says the same. */
                    replace?: boolean;
                    /** @description Replaces this one file of the period and leaves its others; implies replace. The file must have been read. */
                    replaceFileId?: string;
                    /** @description Adds this file to what the period has. */
                    append?: boolean;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *       "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *       "status": "queued",
                     *       "_links": {
                     *         "self": {
                     *           "href": "https://api.example.com/v1/files/7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11"
                     *         },
                     *         "job": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22"
                     *         },
                     *         "results": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22/results"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UploadResult"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["period_exists.conflict.storage_quota_exceeded"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.workspace_required.carrier_not_configured"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    identifyFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The statement: CSV, a workbook or a PDF with text; up to 15 MiB.
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fileType": "xlsx",
                     *       "summary": "Wellcare (Centene), April 2026, 60 members, $1,735.20",
                     *       "ambiguous": false,
                     *       "best": {
                     *         "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *         "name": "Wellcare (Centene)",
                     *         "slug": "wellcare",
                     *         "productLine": "medicare",
                     *         "shared": true,
                     *         "configVersion": 1,
                     *         "latestPeriod": "2026-03",
                     *         "confidence": 0.96,
                     *         "reasons": [
                     *           "22 of 22 columns of the format are there; 100 % of the sampled rows can be read.",
                     *           "The file names \"wellcare\".",
                     *           "The latest statement of this carrier on file is for 2026-03."
                     *         ]
                     *       },
                     *       "ranked": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "name": "Wellcare (Centene)",
                     *           "slug": "wellcare",
                     *           "productLine": "medicare",
                     *           "shared": true,
                     *           "configVersion": 1,
                     *           "latestPeriod": "2026-03",
                     *           "confidence": 0.96,
                     *           "reasons": [
                     *             "22 of 22 columns of the format are there; 100 % of the sampled rows can be read.",
                     *             "The file names \"wellcare\".",
                     *             "The latest statement of this carrier on file is for 2026-03."
                     *           ]
                     *         }
                     *       ],
                     *       "period": "2026-04",
                     *       "periodFoundIn": "file_name",
                     *       "periodQuestion": null,
                     *       "months": [
                     *         {
                     *           "period": "2026-04",
                     *           "foundIn": "file_name",
                     *           "kind": "statement",
                     *           "text": "Wellcare_2026-04.xlsx"
                     *         },
                     *         {
                     *           "period": "2026-04",
                     *           "foundIn": "rows",
                     *           "kind": "coverage",
                     *           "text": "58 of 60 rows are for coverage in Apr 2026."
                     *         }
                     *       ],
                     *       "statement": {
                     *         "readWith": "carrier",
                     *         "rows": 60,
                     *         "failed": 0,
                     *         "members": 60,
                     *         "commissionTotal": 1735.2,
                     *         "chargebackAmount": 0,
                     *         "warnings": []
                     *       },
                     *       "inferred": null,
                     *       "notes": []
                     *     }
                     */
                    "application/json": components["schemas"]["IdentifiedStatement"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    previewFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The statement: CSV, a workbook or a PDF with text; up to 15 MiB.
                     */
                    file: Blob;
                    /** @description The sheet whose rows are shown. Without `sheetNames` only this sheet is read. */
                    sheetName?: string;
                    /** @description JSON: the sheets to read, such as ["Commissions","Overrides"]. Default: `sheetName`, or as inferred. */
                    sheetNames?: string;
                    /** @description JSON: what the columns mean, such as [{"index":0,"role":"member_external_id"},{"index":3,"role":"commission_amount"}]. Several amounts are added up; columns that are left out are not read. Default: as inferred. */
                    columns?: string;
                };
            };
        };
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fileType": "csv",
                     *       "sheets": [],
                     *       "sheetSums": [],
                     *       "sheet": null,
                     *       "headerRow": 1,
                     *       "columns": [
                     *         {
                     *           "index": 0,
                     *           "header": "Member ID",
                     *           "role": "member_external_id",
                     *           "alsoRoles": [],
                     *           "confidence": 1,
                     *           "isCertain": true,
                     *           "reason": null
                     *         },
                     *         {
                     *           "index": 1,
                     *           "header": "Amt",
                     *           "role": "commission_amount",
                     *           "alsoRoles": [],
                     *           "confidence": 0.6,
                     *           "isCertain": false,
                     *           "reason": "The header and the values only suggest this meaning (60 % sure)."
                     *         }
                     *       ],
                     *       "rows": [
                     *         {
                     *           "row": 1,
                     *           "cells": [
                     *             "Member ID",
                     *             "Amt"
                     *           ]
                     *         },
                     *         {
                     *           "row": 2,
                     *           "cells": [
                     *             "M-1001",
                     *             "40.00"
                     *           ]
                     *         }
                     *       ],
                     *       "confidence": 0.6,
                     *       "notes": [],
                     *       "config": {
                     *         "fileType": "csv",
                     *         "encoding": "auto",
                     *         "delimiter": "auto",
                     *         "sheets": "first",
                     *         "headerRow": "auto",
                     *         "columns": {
                     *           "member_external_id": [
                     *             "Member ID",
                     *             "Subscriber ID"
                     *           ],
                     *           "commission_amount": "Commission"
                     *         },
                     *         "dates": {
                     *           "order": "MDY",
                     *           "openEnded": [
                     *             "9999-12-31",
                     *             "2078-12-31",
                     *             "1900-01-01"
                     *           ]
                     *         },
                     *         "amounts": {
                     *           "decimal": ".",
                     *           "creditDebitMark": "negative"
                     *         },
                     *         "sign": "signed",
                     *         "transactionTypes": {
                     *           "chargeback": [
                     *             "/chargeback|chgbck|clawback|recoup/i"
                     *           ],
                     *           "ignore": []
                     *         },
                     *         "skipRows": {
                     *           "totals": true,
                     *           "patterns": []
                     *         },
                     *         "filter": [],
                     *         "carryDown": [],
                     *         "statementMode": "period",
                     *         "cadence": {
                     *           "default": "monthly"
                     *         },
                     *         "lineKinds": [],
                     *         "tolerance": {
                     *           "absolute": 0.01,
                     *           "percent": 0
                     *         },
                     *         "memberId": {
                     *           "stripLeadingZeros": false,
                     *           "pattern": null
                     *         },
                     *         "sftp": {
                     *           "patterns": [],
                     *           "onExisting": "reject"
                     *         },
                     *         "email": {
                     *           "allowedSenders": [],
                     *           "periodFrom": "filename"
                     *         }
                     *       },
                     *       "isComplete": true,
                     *       "statement": {
                     *         "rows": 1,
                     *         "failed": 0,
                     *         "members": 1,
                     *         "commissionTotal": 40,
                     *         "chargebackAmount": 0,
                     *         "printedTotal": 40,
                     *         "totalsMatch": true,
                     *         "failures": [],
                     *         "warnings": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FilePreview"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The file. */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *       "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *       "accountId": "3f6c1f0e-8b1c-4a5e-9a55-2f0d8c7e6b10",
                     *       "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "carrierName": "Summit Senior Life",
                     *       "periodYear": 2026,
                     *       "periodMonth": 3,
                     *       "period": "2026-03",
                     *       "originalFilename": "summit-2026-03.csv",
                     *       "byteSize": 48213,
                     *       "checksumSha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "source": "api",
                     *       "status": "active",
                     *       "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *       "rowsIngested": 412,
                     *       "statedTotal": 10250.75,
                     *       "uploadedAt": "2026-04-02T09:15:04.120Z",
                     *       "supersededAt": null,
                     *       "rawPurgedAt": null,
                     *       "rescoreSuggested": false,
                     *       "_links": {
                     *         "self": {
                     *           "href": "https://api.example.com/v1/files/7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11"
                     *         },
                     *         "job": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22"
                     *         },
                     *         "results": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22/results"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["File"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteFile: {
        parameters: {
            query?: {
                /** @description true: this file alone; other files of its period stay. */
                only?: boolean;
            };
            header?: never;
            path: {
                /** @description The file. */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *       "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *       "status": "queued",
                     *       "mode": "retract",
                     *       "_links": {
                     *         "self": {
                     *           "href": "https://api.example.com/v1/files/7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11"
                     *         },
                     *         "job": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22"
                     *         },
                     *         "results": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22/results"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["already_retracted.conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    purgeFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The file. */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *       "purged": true
                     *     }
                     */
                    "application/json": {
                        fileId: string;
                        /** @enum {boolean} */
                        purged: true;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    rescoreFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The file. */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *       "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *       "status": "queued",
                     *       "mode": "rescore",
                     *       "_links": {
                     *         "self": {
                     *           "href": "https://api.example.com/v1/files/7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11"
                     *         },
                     *         "job": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22"
                     *         },
                     *         "results": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22/results"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.nothing_to_rescore"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getFileRow: {
        parameters: {
            query?: {
                /** @description The number of the sheet among those that are read. */
                sheet?: number;
            };
            header?: never;
            path: {
                /** @description The file. */
                fileId: string;
                /** @description The row, as in a spreadsheet. */
                row: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The row. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *       "fileName": "summit-2026-03.csv",
                     *       "sheet": 1,
                     *       "sheetName": null,
                     *       "row": 12,
                     *       "headerRow": 1,
                     *       "cells": [
                     *         {
                     *           "header": "Member ID",
                     *           "text": "M-1001"
                     *         },
                     *         {
                     *           "header": "Commission",
                     *           "text": "40.00"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FileRow"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "service": "commission-statement-service",
                     *       "version": "1.0.0"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                        service: string;
                        version: string;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getHome: {
        parameters: {
            query?: {
                /** @description Default: the latest period with data. Such as 2026-03. */
                period?: string;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The month. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": "2026-03",
                     *       "previousPeriod": "2026-02",
                     *       "totals": {
                     *         "paidNet": 340,
                     *         "paidGross": 390,
                     *         "chargebacks": 50,
                     *         "before": 400,
                     *         "difference": -60,
                     *         "members": 7,
                     *         "gone": 1,
                     *         "goneAmount": 50,
                     *         "paidLess": 1,
                     *         "paidLessAmount": 10,
                     *         "plannedStep": 1,
                     *         "plannedStepAmount": 60,
                     *         "paidMore": 0,
                     *         "new": 1,
                     *         "back": 0,
                     *         "same": 4,
                     *         "takenBack": 1,
                     *         "toAskFor": 10,
                     *         "toCheck": 0,
                     *         "missingStatements": 0
                     *       },
                     *       "months": [
                     *         {
                     *           "period": "2026-03",
                     *           "paidNet": 340,
                     *           "paidGross": 390,
                     *           "chargebacks": 50,
                     *           "before": 400,
                     *           "difference": -60,
                     *           "members": 7,
                     *           "gone": 1,
                     *           "goneAmount": 50,
                     *           "paidLess": 1,
                     *           "paidLessAmount": 10,
                     *           "plannedStep": 1,
                     *           "plannedStepAmount": 60,
                     *           "paidMore": 0,
                     *           "new": 1,
                     *           "back": 0,
                     *           "same": 4,
                     *           "takenBack": 1,
                     *           "toAskFor": 10,
                     *           "toCheck": 0
                     *         }
                     *       ],
                     *       "carriers": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "state": "complete",
                     *           "lastPeriod": "2026-03",
                     *           "paidNet": 340,
                     *           "paidGross": 390,
                     *           "chargebacks": 50,
                     *           "before": 400,
                     *           "difference": -60,
                     *           "members": 7,
                     *           "gone": 1,
                     *           "goneAmount": 50,
                     *           "paidLess": 1,
                     *           "paidLessAmount": 10,
                     *           "plannedStep": 1,
                     *           "plannedStepAmount": 60,
                     *           "paidMore": 0,
                     *           "new": 1,
                     *           "back": 0,
                     *           "same": 4,
                     *           "takenBack": 1,
                     *           "toAskFor": 10,
                     *           "toCheck": 0
                     *         }
                     *       ],
                     *       "agents": [
                     *         {
                     *           "agentId": "A-17",
                     *           "agentName": "Rivera, Ana",
                     *           "paidNet": 340,
                     *           "before": 400,
                     *           "difference": -60
                     *         }
                     *       ],
                     *       "agentCount": 1,
                     *       "events": [
                     *         {
                     *           "id": "5d0c7a52-8a64-4a5e-9a0b-6b1f0c2d3e4f",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "period": "2026-03",
                     *           "kind": "pay_reduced",
                     *           "scope": "carrier",
                     *           "scopeValue": null,
                     *           "code": null,
                     *           "members": 147,
                     *           "compared": 149,
                     *           "changePercent": -20,
                     *           "amount": 214.6,
                     *           "eachAmount": null,
                     *           "askedIn": null,
                     *           "detail": "The carrier pays 20 % less for 147 of 149 members since Jan 2026.",
                     *           "rateType": "percent_of_premium",
                     *           "rateValue": 0.08,
                     *           "noRateReason": null,
                     *           "state": "open",
                     *           "rateId": null,
                     *           "decidedAt": null,
                     *           "disputeId": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Home"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listIntake: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description nextCursor of the page before; absent for the first page. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of drops. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "6fa459ea-ee8a-4ca4-894e-db77e160355e",
                     *           "source": "sftp",
                     *           "receivedAt": "2026-04-02T09:15:04.120Z",
                     *           "origin": "lakeside-agency",
                     *           "fileName": "ACME_202603.csv",
                     *           "byteSize": 48211,
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "period": "2026-03",
                     *           "outcome": "accepted",
                     *           "reason": null,
                     *           "fileId": "9b2d7a1c-3e4f-4a5b-8c6d-7e8f9a0b1c2d",
                     *           "jobId": "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f",
                     *           "isKept": true
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "nextCursor": null,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IntakeItem"][];
                        pagination: components["schemas"]["CursorPagination"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    fileIntakeItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description What arrived. */
                itemId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IntakeFiling"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6fa459ea-ee8a-4ca4-894e-db77e160355e",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "period": "2026-03",
                     *       "fileId": "9b2d7a1c-3e4f-4a5b-8c6d-7e8f9a0b1c2d",
                     *       "jobId": "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f"
                     *     }
                     */
                    "application/json": components["schemas"]["FiledIntakeItem"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["period_exists.conflict.storage_quota_exceeded"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.workspace_required.carrier_not_configured"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description newest: the latest first. oldest: the other way round. Default: newest. */
                sort?: "newest" | "oldest";
                /** @description Only jobs in this state. */
                status?: "queued" | "processing" | "completed" | "failed" | "canceled";
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Only this period. Such as 2026-03. */
                period?: string;
                /** @description Only periods of this year. */
                periodYear?: number;
                /** @description Only periods of this month. */
                periodMonth?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *           "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *           "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "periodYear": 2026,
                     *           "periodMonth": 3,
                     *           "period": "2026-03",
                     *           "mode": "ingest",
                     *           "status": "completed",
                     *           "attempts": 1,
                     *           "configVersion": 2,
                     *           "stats": {
                     *             "rowsTotal": 415,
                     *             "rowsIngested": 412,
                     *             "rowsSkipped": 2,
                     *             "rowsFailed": 1,
                     *             "rowWarnings": 3,
                     *             "members": 398,
                     *             "green": 371,
                     *             "yellow": 9,
                     *             "red": 4,
                     *             "new": 16,
                     *             "reappeared": 2,
                     *             "commissionTotal": 10250.75,
                     *             "unassignedCount": 1,
                     *             "unassignedAmount": 250,
                     *             "chargebackCount": 3,
                     *             "chargebackAmount": 131.4,
                     *             "commissionOwedEstimated": 0,
                     *             "commissionOwed": 212.5
                     *           },
                     *           "statsAsOf": "2026-04-02T09:15:05.911Z",
                     *           "currentStats": {
                     *             "members": 398,
                     *             "green": 371,
                     *             "yellow": 9,
                     *             "red": 4,
                     *             "new": 16,
                     *             "reappeared": 2,
                     *             "commissionTotal": 10250.75,
                     *             "unassignedCount": 1,
                     *             "unassignedAmount": 250,
                     *             "chargebackCount": 3,
                     *             "chargebackAmount": 131.4,
                     *             "commissionOwedEstimated": 0,
                     *             "commissionOwed": 180
                     *           },
                     *           "warnings": [
                     *             {
                     *               "code": "baseline_gap",
                     *               "detail": "Compared with 2026-01: no statement of the months between."
                     *             }
                     *           ],
                     *           "error": null,
                     *           "errorCode": null,
                     *           "progress": {
                     *             "stage": "completed",
                     *             "percent": 100
                     *           },
                     *           "exceptionRowCount": 1,
                     *           "webhookUrl": null,
                     *           "createdAt": "2026-04-02T09:15:04.120Z",
                     *           "startedAt": "2026-04-02T09:15:04.480Z",
                     *           "completedAt": "2026-04-02T09:15:05.911Z",
                     *           "month": {
                     *             "state": "open",
                     *             "files": {
                     *               "received": 2,
                     *               "expected": 4,
                     *               "known": "set"
                     *             }
                     *           },
                     *           "_links": {
                     *             "self": {
                     *               "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22"
                     *             },
                     *             "file": {
                     *               "href": "https://api.example.com/v1/files/7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11"
                     *             },
                     *             "results": {
                     *               "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22/results"
                     *             },
                     *             "deltas": {
                     *               "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22/deltas"
                     *             },
                     *             "exceptions": {
                     *               "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22/exceptions"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Job"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *       "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *       "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "carrierName": "Summit Senior Life",
                     *       "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *       "periodYear": 2026,
                     *       "periodMonth": 3,
                     *       "period": "2026-03",
                     *       "mode": "ingest",
                     *       "status": "completed",
                     *       "attempts": 1,
                     *       "configVersion": 2,
                     *       "stats": {
                     *         "rowsTotal": 415,
                     *         "rowsIngested": 412,
                     *         "rowsSkipped": 2,
                     *         "rowsFailed": 1,
                     *         "rowWarnings": 3,
                     *         "members": 398,
                     *         "green": 371,
                     *         "yellow": 9,
                     *         "red": 4,
                     *         "new": 16,
                     *         "reappeared": 2,
                     *         "commissionTotal": 10250.75,
                     *         "unassignedCount": 1,
                     *         "unassignedAmount": 250,
                     *         "chargebackCount": 3,
                     *         "chargebackAmount": 131.4,
                     *         "commissionOwedEstimated": 0,
                     *         "commissionOwed": 212.5
                     *       },
                     *       "statsAsOf": "2026-04-02T09:15:05.911Z",
                     *       "currentStats": {
                     *         "members": 398,
                     *         "green": 371,
                     *         "yellow": 9,
                     *         "red": 4,
                     *         "new": 16,
                     *         "reappeared": 2,
                     *         "commissionTotal": 10250.75,
                     *         "unassignedCount": 1,
                     *         "unassignedAmount": 250,
                     *         "chargebackCount": 3,
                     *         "chargebackAmount": 131.4,
                     *         "commissionOwedEstimated": 0,
                     *         "commissionOwed": 180
                     *       },
                     *       "warnings": [
                     *         {
                     *           "code": "baseline_gap",
                     *           "detail": "Compared with 2026-01: no statement of the months between."
                     *         }
                     *       ],
                     *       "error": null,
                     *       "errorCode": null,
                     *       "progress": {
                     *         "stage": "completed",
                     *         "percent": 100
                     *       },
                     *       "exceptionRowCount": 1,
                     *       "webhookUrl": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z",
                     *       "startedAt": "2026-04-02T09:15:04.480Z",
                     *       "completedAt": "2026-04-02T09:15:05.911Z",
                     *       "month": {
                     *         "state": "open",
                     *         "files": {
                     *           "received": 2,
                     *           "expected": 4,
                     *           "known": "set"
                     *         }
                     *       },
                     *       "_links": {
                     *         "self": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22"
                     *         },
                     *         "file": {
                     *           "href": "https://api.example.com/v1/files/7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11"
                     *         },
                     *         "results": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22/results"
                     *         },
                     *         "deltas": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22/deltas"
                     *         },
                     *         "exceptions": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22/exceptions"
                     *         }
                     *       },
                     *       "policies": "Against the 412 active policies of your book of business: 3 sold and never paid."
                     *     }
                     */
                    "application/json": components["schemas"]["FoundJob"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listJobDeltas: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description Only changes of this type. */
                changeType?: "added" | "removed" | "modified";
                /** @description Only this member. */
                memberRefId?: string;
            };
            header?: never;
            path: {
                /** @description The job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deltas. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "field": "commission_amount",
                     *           "prevValue": 50,
                     *           "currValue": 40,
                     *           "changeType": "modified",
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Doe, Jane",
                     *           "policyNumber": "P-77",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "agentId": "A-17",
                     *           "agentName": "Rivera, Ana",
                     *           "effectiveDate": "2025-11-01",
                     *           "termDate": null,
                     *           "period": "2026-03"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["JobDelta"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getJobExceptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example _row,_errors,Member ID,Commission
                     *     7,commission_amount is not an amount,M-1001,abc
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listJobResults: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description Only members of this status. */
                status?: "green" | "yellow" | "red" | "new" | "reappeared";
                /** @description Only members with this flag. */
                flag?: "NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK";
                /** @description A finding; docs/reference/signals.md has the rules. */
                signal?: "COMMISSION_INCREASED" | "COMMISSION_REDUCED" | "ZERO_COMMISSION" | "NEGATIVE_NET" | "PLAN_CHANGED" | "POLICY_CHANGED" | "PREMIUM_CHANGED" | "AGENT_CHANGED" | "RATE_CHANGED" | "UNDERPAID" | "OVERPAID" | "RATE_MISSING" | "ABOVE_CMS_MAX" | "PAID_AHEAD" | "CATCH_UP_PAYMENT" | "MISSED_MONTHS" | "TERMINATED" | "RETRO_TERMINATION" | "RAPID_DISENROLLMENT" | "DUPLICATE_PAYMENT" | "CHARGEBACK_DUPLICATE" | "CHARGEBACK_UNMATCHED" | "CHARGEBACK_EXCEEDS_PAID" | "CHARGEBACK_ON_ACTIVE" | "REINSTATED_NOT_REPAID" | "TRUE_UP" | "TRUE_UP_MISSING";
                /** @description true: only members who are owed something. */
                owedOnly?: boolean;
                /** @description true: only members with a chargeback; false: only those without. */
                chargeback?: boolean;
            };
            header?: never;
            path: {
                /** @description The job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *       "period": {
                     *         "year": 2026,
                     *         "month": 3
                     *       },
                     *       "data": [
                     *         {
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "policyRefId": "8f14e45f-ceea-567f-8d1a-2b3c4d5e6f70",
                     *           "status": "yellow",
                     *           "flags": [
                     *             "COMMISSION_CHANGED"
                     *           ],
                     *           "signals": [
                     *             {
                     *               "code": "COMMISSION_REDUCED",
                     *               "severity": "warn",
                     *               "amount": 10,
                     *               "detail": "Paid $10.00 less ($50.00 → $40.00)."
                     *             }
                     *           ],
                     *           "reason": "Paid $10.00 less than in Feb 2026 ($50.00 → $40.00).",
                     *           "commissionAmount": 40,
                     *           "prevCommissionAmount": 50,
                     *           "comparedAgainstPeriod": "2026-02",
                     *           "expectedAmount": 50,
                     *           "commissionOwed": 10,
                     *           "chargebackAmount": 0,
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Doe, Jane",
                     *           "email": "jane@example.com",
                     *           "planName": "Gold",
                     *           "policyNumber": "P-77",
                     *           "premiumAmount": 500,
                     *           "provisional": false,
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "agentId": "A-17",
                     *           "agentName": "Rivera, Ana",
                     *           "effectiveDate": "2025-11-01",
                     *           "termDate": null,
                     *           "period": "2026-03",
                     *           "paidThrough": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1,
                     *       "carrierEvents": [
                     *         {
                     *           "id": "5d0c7a52-8a64-4a5e-9a0b-6b1f0c2d3e4f",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "period": "2026-01",
                     *           "kind": "pay_reduced",
                     *           "scope": "carrier",
                     *           "scopeValue": null,
                     *           "code": null,
                     *           "members": 147,
                     *           "compared": 149,
                     *           "changePercent": -20,
                     *           "amount": 214.6,
                     *           "eachAmount": null,
                     *           "askedIn": null,
                     *           "detail": "The carrier pays 20 % less for 147 of 149 members since Jan 2026.",
                     *           "rateType": "percent_of_premium",
                     *           "rateValue": 0.08,
                     *           "noRateReason": null,
                     *           "state": "open",
                     *           "rateId": null,
                     *           "decidedAt": null,
                     *           "disputeId": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ResultRow"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                        jobId: string;
                        period: {
                            year: number;
                            month: number;
                        };
                        carrierEvents: components["schemas"]["CarrierEvent"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *       "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *       "status": "queued",
                     *       "mode": "ingest",
                     *       "_links": {
                     *         "self": {
                     *           "href": "https://api.example.com/v1/files/7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11"
                     *         },
                     *         "job": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22"
                     *         },
                     *         "results": {
                     *           "href": "https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22/results"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accountId": "acc_1",
                     *       "name": "Harbor Benefits",
                     *       "status": "active",
                     *       "tier": "standard",
                     *       "scopes": [
                     *         "read",
                     *         "write"
                     *       ],
                     *       "person": null,
                     *       "accounts": []
                     *     }
                     */
                    "application/json": {
                        accountId: string;
                        name: string;
                        status: string;
                        /** @enum {string} */
                        tier: "standard" | "enterprise";
                        scopes: ("read" | "write" | "manage")[];
                        person: components["schemas"]["SignedInPerson"];
                        /** @description The accounts that the person can work in, by name; empty for a token. */
                        accounts: components["schemas"]["OwnAccount"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How the person is called. */
                    name: string;
                    /** Format: email */
                    email: string;
                    /** @description How the agency is called, also in its letters. Default: as before. */
                    agencyName?: string;
                };
            };
        };
        responses: {
            /** @description Stored. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    updateMyAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An account of GET /v1/me, which lists those that the person has joined. */
                    accountId: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Only members of this status. */
                status?: "green" | "yellow" | "red" | "new" | "reappeared";
                /** @description Only members with this flag. */
                flag?: "NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK";
                /** @description A finding; docs/reference/signals.md has the rules. */
                signal?: "COMMISSION_INCREASED" | "COMMISSION_REDUCED" | "ZERO_COMMISSION" | "NEGATIVE_NET" | "PLAN_CHANGED" | "POLICY_CHANGED" | "PREMIUM_CHANGED" | "AGENT_CHANGED" | "RATE_CHANGED" | "UNDERPAID" | "OVERPAID" | "RATE_MISSING" | "ABOVE_CMS_MAX" | "PAID_AHEAD" | "CATCH_UP_PAYMENT" | "MISSED_MONTHS" | "TERMINATED" | "RETRO_TERMINATION" | "RAPID_DISENROLLMENT" | "DUPLICATE_PAYMENT" | "CHARGEBACK_DUPLICATE" | "CHARGEBACK_UNMATCHED" | "CHARGEBACK_EXCEEDS_PAID" | "CHARGEBACK_ON_ACTIVE" | "REINSTATED_NOT_REPAID" | "TRUE_UP" | "TRUE_UP_MISSING";
                /** @description As of this period; only members who have a row in it. Such as 2026-03. */
                period?: string;
                /** @description With periodMonth: the same as period. */
                periodYear?: number;
                /** @description With periodYear: the same as period. */
                periodMonth?: number;
                /** @description Part of the name, the member id, another id of the member or the policy number, in any case. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Doe, Jane",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "policyNumber": "P-77",
                     *           "planName": "Gold",
                     *           "agentName": "Alex Kim",
                     *           "status": "yellow",
                     *           "flags": [
                     *             "COMMISSION_CHANGED"
                     *           ],
                     *           "lastPeriod": "2026-03",
                     *           "commissionAmount": 40,
                     *           "effectiveDate": "2025-01-01",
                     *           "termDate": null,
                     *           "provisional": false
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Member"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listAliasProposals: {
        parameters: {
            query: {
                /** @description The carrier. */
                carrierId: string;
                /** @description Only of this workspace. */
                workspaceId?: string;
                /** @description Default: the carrier's latest period with data. Such as 2026-03. */
                period?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposals. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "period": "2026-08",
                     *       "missing": 79,
                     *       "returning": 1,
                     *       "data": [
                     *         {
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Doe, Jane",
                     *           "externalId": "1EG4-TE5-MK73",
                     *           "matchedBy": "effective_date",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6"
                     *         }
                     *       ],
                     *       "proposals": [
                     *         {
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Doe, Jane",
                     *           "externalId": "1EG4-TE5-MK73",
                     *           "matchedBy": "effective_date",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AliasProposals"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    acceptAliasProposals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MonthOfAliases"];
            };
        };
        responses: {
            /** @description Linked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": 78,
                     *       "rescoredPeriods": 4
                     *     }
                     */
                    "application/json": components["schemas"]["AliasesChanged"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    redoMemberAliases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MonthOfAliases"];
            };
        };
        responses: {
            /** @description Linked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": 78,
                     *       "rescoredPeriods": 4
                     *     }
                     */
                    "application/json": components["schemas"]["AliasesChanged"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    undoMemberAliases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MonthOfAliases"];
            };
        };
        responses: {
            /** @description Undone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": 78,
                     *       "rescoredPeriods": 4
                     *     }
                     */
                    "application/json": components["schemas"]["AliasesChanged"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member. */
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *       "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *       "memberExternalId": "M-1001",
                     *       "memberName": "Doe, Jane",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "carrierName": "Summit Senior Life",
                     *       "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *       "policyNumber": "P-77",
                     *       "planName": "Gold",
                     *       "agentName": "Alex Kim",
                     *       "status": "yellow",
                     *       "flags": [
                     *         "COMMISSION_CHANGED"
                     *       ],
                     *       "lastPeriod": "2026-03",
                     *       "commissionAmount": 40,
                     *       "effectiveDate": "2025-01-01",
                     *       "termDate": null,
                     *       "provisional": false
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listMemberAliases: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member. */
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ids. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "externalId": "1EG4-TE5-MK73",
                     *           "source": "manual",
                     *           "period": null,
                     *           "createdAt": "2026-08-12T09:15:04.120Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["MemberAlias"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createMemberAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The member. */
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The other id, as the carrier writes it. Case and white space don't matter. */
                    externalId: string;
                };
            };
        };
        responses: {
            /** @description Linked. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "externalId": "1EG4-TE5-MK73",
                     *       "source": "manual",
                     *       "period": null,
                     *       "createdAt": "2026-08-12T09:15:04.120Z",
                     *       "rescoredPeriods": 3
                     *     }
                     */
                    "application/json": components["schemas"]["AliasLinked"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    deleteMemberAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member. */
                memberRefId: string;
                /** @description The other id. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Undone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getMemberContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member. */
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *       "phone": "+1 555 0100",
                     *       "email": "jane@doe.example",
                     *       "setAt": "2026-04-02T09:15:04.120Z",
                     *       "statementEmail": null
                     *     }
                     */
                    "application/json": components["schemas"]["MemberContact"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateMemberContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member. */
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As people write it; null when it is not known. */
                    phone: string | null;
                    /** Format: email */
                    email: string | null;
                };
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *       "phone": "+1 555 0100",
                     *       "email": "jane@doe.example",
                     *       "setAt": "2026-04-02T09:15:04.120Z",
                     *       "statementEmail": null
                     *     }
                     */
                    "application/json": components["schemas"]["MemberContact"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["storage_quota_exceeded"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getMemberJourney: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member. */
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journey. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *       "member": {
                     *         "id": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *         "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *         "memberExternalId": "M-1001",
                     *         "memberName": "Doe, Jane",
                     *         "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *         "carrierName": "Summit Senior Life",
                     *         "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *         "policyNumber": "P-77",
                     *         "planName": "Gold",
                     *         "agentName": "Alex Kim",
                     *         "status": "yellow",
                     *         "flags": [
                     *           "COMMISSION_CHANGED"
                     *         ],
                     *         "lastPeriod": "2026-03",
                     *         "commissionAmount": 40,
                     *         "effectiveDate": "2025-01-01",
                     *         "termDate": null,
                     *         "provisional": false
                     *       },
                     *       "firstPeriod": "2026-03",
                     *       "latestPeriod": "2026-03",
                     *       "periodCount": 1,
                     *       "periods": [
                     *         {
                     *           "period": "2026-03",
                     *           "periodYear": 2026,
                     *           "periodMonth": 3,
                     *           "status": "yellow",
                     *           "flags": [
                     *             "COMMISSION_CHANGED"
                     *           ],
                     *           "present": true,
                     *           "commissionAmount": 40,
                     *           "prevCommissionAmount": 50,
                     *           "premiumAmount": 500,
                     *           "policies": [
                     *             {
                     *               "policyRefId": "8f14e45f-ceea-567f-8d1a-2b3c4d5e6f70",
                     *               "policyNumber": "P-77",
                     *               "planName": "Gold",
                     *               "commissionAmount": 40,
                     *               "premiumAmount": 500
                     *             }
                     *           ],
                     *           "file": {
                     *             "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *             "fileName": "summit-2026-03.csv",
                     *             "uploadedAt": "2026-04-02T09:15:04.120Z"
                     *           },
                     *           "deltas": [
                     *             {
                     *               "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *               "field": "commission_amount",
                     *               "prevValue": 50,
                     *               "currValue": 40,
                     *               "changeType": "modified"
                     *             }
                     *           ],
                     *           "firstSeen": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        memberRefId: string;
                        member: components["schemas"]["Member"];
                        firstPeriod: string;
                        latestPeriod: string;
                        /** @description Of the periods listed. */
                        periodCount: number;
                        periods: components["schemas"]["JourneyMonth"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getMemberLastSeen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member. */
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last sight of the member. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *       "memberExternalId": "M-1001",
                     *       "memberName": "Doe, Jane",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "carrierName": "Summit Senior Life",
                     *       "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *       "lastPeriod": "2026-03",
                     *       "policyRefId": "8f14e45f-ceea-567f-8d1a-2b3c4d5e6f70",
                     *       "policyNumber": "P-77",
                     *       "planName": "Gold",
                     *       "commissionAmount": 40,
                     *       "file": {
                     *         "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *         "fileName": "summit-2026-03.csv",
                     *         "uploadedAt": "2026-04-02T09:15:04.120Z"
                     *       },
                     *       "status": "red",
                     *       "statusPeriod": "2026-04"
                     *     }
                     */
                    "application/json": {
                        memberRefId: string;
                        memberExternalId: string;
                        memberName: string | null;
                        carrierId: string;
                        carrierName: string;
                        workspaceId: string;
                        /** @description The last period (YYYY-MM) the member was present in. */
                        lastPeriod: string;
                        policyRefId: string | null;
                        policyNumber: string | null;
                        planName: string | null;
                        /** @description Of lastPeriod, as are policy, plan and file. */
                        commissionAmount: number;
                        file: components["schemas"]["FileReference"];
                        /**
                         * @description How the member stands now.
                         * @enum {string}
                         */
                        status: "green" | "yellow" | "red" | "new" | "reappeared";
                        /** @description The period that status is of. */
                        statusPeriod: string;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listMemberLines: {
        parameters: {
            query: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description The month of the statement. */
                period: string;
            };
            header?: never;
            path: {
                /** @description The member. */
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *           "fileName": "summit-2026-03.csv",
                     *           "sheet": 1,
                     *           "row": 12,
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Doe, Jane",
                     *           "amount": 40,
                     *           "policyNumber": "P-77",
                     *           "planName": "Gold",
                     *           "productType": null,
                     *           "premiumAmount": 500,
                     *           "rate": null,
                     *           "effectiveDate": "2025-01-01",
                     *           "termDate": null,
                     *           "termReason": null,
                     *           "coverageMonth": "2026-03",
                     *           "paidDate": null,
                     *           "transactionType": null,
                     *           "agentName": "Alex Kim",
                     *           "state": null,
                     *           "carrierStatus": null,
                     *           "description": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["MemberLine"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listMemberNotes: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The member. */
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "1c9f5a52-0d3e-4c56-9a0b-6f1d2e3a4b5c",
                     *           "text": "Called: the new card is on its way.",
                     *           "author": "Dana Reyes",
                     *           "writtenAt": "2026-04-02T09:15:04.120Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["MemberNote"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createMemberNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The member. */
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Plain text; line breaks are kept. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1c9f5a52-0d3e-4c56-9a0b-6f1d2e3a4b5c",
                     *       "text": "Called: the new card is on its way.",
                     *       "author": "Dana Reyes",
                     *       "writtenAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["MemberNote"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.storage_quota_exceeded"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    deleteMemberNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member. */
                memberRefId: string;
                /** @description The note. */
                noteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getMemberTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member. */
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The months. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *       "memberExternalId": "M-1001",
                     *       "memberName": "Doe, Jane",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "data": [
                     *         {
                     *           "period": "2026-03",
                     *           "status": "yellow",
                     *           "flags": [
                     *             "COMMISSION_CHANGED"
                     *           ],
                     *           "signals": [
                     *             {
                     *               "code": "COMMISSION_REDUCED",
                     *               "severity": "warn",
                     *               "amount": 10,
                     *               "detail": "Paid $10.00 less ($50.00 → $40.00)."
                     *             }
                     *           ],
                     *           "reason": "Paid $10.00 less than in Feb 2026 ($50.00 → $40.00).",
                     *           "commissionAmount": 40,
                     *           "prevCommissionAmount": 50,
                     *           "comparedAgainstPeriod": "2026-02",
                     *           "expectedAmount": 50,
                     *           "commissionOwed": 10,
                     *           "chargebackAmount": 0,
                     *           "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *           "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *           "provisional": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        memberRefId: string;
                        memberExternalId: string;
                        memberName: string | null;
                        carrierId: string;
                        data: components["schemas"]["TimelineEntry"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listMonths: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Only this month. Such as 2026-03. */
                period?: string;
                /** @description open: files are still to come, and absences are provisional. complete: all have come, or nothing says how many a month has. closed: closed by PUT /v1/months/{period}. */
                state?: "open" | "complete" | "closed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of months. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "period": "2026-02",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "state": "closed",
                     *           "files": {
                     *             "received": 4,
                     *             "expected": 4,
                     *             "known": "set"
                     *           },
                     *           "detail": "The month is closed; 1 adjustment has changed its figures since.",
                     *           "current": {
                     *             "memberCount": 399,
                     *             "red": 3,
                     *             "paidNet": 10276.75,
                     *             "paidGross": 10408.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40
                     *           },
                     *           "closed": {
                     *             "memberCount": 398,
                     *             "red": 4,
                     *             "paidNet": 10250.75,
                     *             "paidGross": 10382.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40,
                     *             "closedAt": "2026-03-10T08:00:00.000Z",
                     *             "closedBy": "token:2f0f5b7c"
                     *           },
                     *           "adjusted": {
                     *             "memberCount": 1,
                     *             "red": -1,
                     *             "paidNet": 26,
                     *             "paidGross": 26,
                     *             "chargebacks": 0,
                     *             "commissionOwed": 0,
                     *             "commissionOwedEstimated": 0
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Month"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getMonth: {
        parameters: {
            query?: {
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
            };
            header?: never;
            path: {
                /** @description The month. */
                period: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The month. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": "2026-02",
                     *       "data": [
                     *         {
                     *           "period": "2026-02",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "state": "closed",
                     *           "files": {
                     *             "received": 4,
                     *             "expected": 4,
                     *             "known": "set"
                     *           },
                     *           "detail": "The month is closed; 1 adjustment has changed its figures since.",
                     *           "current": {
                     *             "memberCount": 399,
                     *             "red": 3,
                     *             "paidNet": 10276.75,
                     *             "paidGross": 10408.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40
                     *           },
                     *           "closed": {
                     *             "memberCount": 398,
                     *             "red": 4,
                     *             "paidNet": 10250.75,
                     *             "paidGross": 10382.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40,
                     *             "closedAt": "2026-03-10T08:00:00.000Z",
                     *             "closedBy": "token:2f0f5b7c"
                     *           },
                     *           "adjusted": {
                     *             "memberCount": 1,
                     *             "red": -1,
                     *             "paidNet": 26,
                     *             "paidGross": 26,
                     *             "chargebacks": 0,
                     *             "commissionOwed": 0,
                     *             "commissionOwedEstimated": 0
                     *           },
                     *           "adjustments": [
                     *             {
                     *               "memberCount": 1,
                     *               "red": -1,
                     *               "paidNet": 26,
                     *               "paidGross": 26,
                     *               "chargebacks": 0,
                     *               "commissionOwed": 0,
                     *               "commissionOwedEstimated": 0,
                     *               "commissionAtRisk": -26,
                     *               "recordedAt": "2026-03-17T14:05:00.000Z",
                     *               "cause": "append",
                     *               "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *               "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *               "jobPeriod": "2026-02"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MonthDetails"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateMonth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The month. */
                period: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    state: "open" | "closed";
                    /** @description Only this carrier. */
                    carrierId?: string;
                    /** @description Required when the account has several. */
                    workspaceId?: string;
                };
            };
        };
        responses: {
            /** @description The month as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": "2026-02",
                     *       "data": [
                     *         {
                     *           "period": "2026-02",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "state": "closed",
                     *           "files": {
                     *             "received": 4,
                     *             "expected": 4,
                     *             "known": "set"
                     *           },
                     *           "detail": "The month is closed; 1 adjustment has changed its figures since.",
                     *           "current": {
                     *             "memberCount": 399,
                     *             "red": 3,
                     *             "paidNet": 10276.75,
                     *             "paidGross": 10408.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40
                     *           },
                     *           "closed": {
                     *             "memberCount": 398,
                     *             "red": 4,
                     *             "paidNet": 10250.75,
                     *             "paidGross": 10382.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40,
                     *             "closedAt": "2026-03-10T08:00:00.000Z",
                     *             "closedBy": "token:2f0f5b7c"
                     *           },
                     *           "adjusted": {
                     *             "memberCount": 1,
                     *             "red": -1,
                     *             "paidNet": 26,
                     *             "paidGross": 26,
                     *             "chargebacks": 0,
                     *             "commissionOwed": 0,
                     *             "commissionOwedEstimated": 0
                     *           },
                     *           "adjustments": [
                     *             {
                     *               "memberCount": 1,
                     *               "red": -1,
                     *               "paidNet": 26,
                     *               "paidGross": 26,
                     *               "chargebacks": 0,
                     *               "commissionOwed": 0,
                     *               "commissionOwedEstimated": 0,
                     *               "commissionAtRisk": -26,
                     *               "recordedAt": "2026-03-17T14:05:00.000Z",
                     *               "cause": "append",
                     *               "jobId": "0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22",
                     *               "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *               "jobPeriod": "2026-02"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MonthDetails"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.workspace_required"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /**
                     * @description Names this version.
                     * @example W/"5d41402abc4b2a76"
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    "application/json": {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listPolicies: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Only policies of this status. */
                status?: "active" | "pending" | "ended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of policies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "workspaceId": "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
                     *           "policyId": "M-1001",
                     *           "policyNumber": null,
                     *           "memberName": "Ann Abel",
                     *           "planName": "Gold",
                     *           "effectiveDate": "2026-01-01",
                     *           "termDate": null,
                     *           "premium": 412.5,
                     *           "lives": 1,
                     *           "rate": 0.05,
                     *           "agent": "Ann Lee",
                     *           "status": "active",
                     *           "listedAt": "2026-04-02T09:15:04.120Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ListedPolicy"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    replacePolicies: {
        parameters: {
            query?: {
                /** @description The carrier whose list is replaced. */
                carrierId?: string;
                /** @description Needed where the account has several. */
                workspaceId?: string;
                /** @description Only count what would change. */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The whole list. An empty one removes the list. */
                    policies: {
                        /** @description The carrier's member or policy id. Case and white space don't matter. Up to 200 characters. */
                        id: string;
                        /** @description A second id, where the list has both. */
                        policyNumber?: string | null;
                        /** @description Id, slug or name of the carrier. Not needed with carrierId. */
                        carrier?: string | null;
                        /** @description Shown with findings. */
                        memberName?: string | null;
                        /** @description Plan. */
                        plan?: string | null;
                        /** @description First day, YYYY-MM-DD or MM/DD/YYYY. */
                        effective?: string | null;
                        /** @description Last day. A policy whose last day has passed has ended, whatever its status. */
                        term?: string | null;
                        /** @description Dollars, for as long as the statement shows it: by month as a rule. */
                        premium?: number | string | null;
                        /** @description Lives. */
                        lives?: number | string | null;
                        /** @description A fraction such as 0.05, or a percentage as text: "5%". */
                        rate?: number | string | null;
                        /** @description Name or number of the agent. */
                        agent?: string | null;
                        /** @description active, pending or ended, or a usual word for one (docs/howto/compare-with-your-book-of-business.md). Absent: active. */
                        status?: string | null;
                    }[];
                };
                "text/csv": string;
            };
        };
        responses: {
            /** @description Replaced, or counted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspaceId": "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "dryRun": false,
                     *       "policies": 412,
                     *       "added": 9,
                     *       "changed": 3,
                     *       "removed": 5,
                     *       "unchanged": 400,
                     *       "ignoredColumns": [
                     *         "Phone"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReplacedPolicies"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.workspace_required"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getPolicyJourney: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The policy. */
                policyRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journey. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *       "member": {
                     *         "id": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *         "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *         "memberExternalId": "M-1001",
                     *         "memberName": "Doe, Jane",
                     *         "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *         "carrierName": "Summit Senior Life",
                     *         "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *         "policyNumber": "P-77",
                     *         "planName": "Gold",
                     *         "agentName": "Alex Kim",
                     *         "status": "yellow",
                     *         "flags": [
                     *           "COMMISSION_CHANGED"
                     *         ],
                     *         "lastPeriod": "2026-03",
                     *         "commissionAmount": 40,
                     *         "effectiveDate": "2025-01-01",
                     *         "termDate": null,
                     *         "provisional": false
                     *       },
                     *       "firstPeriod": "2026-03",
                     *       "latestPeriod": "2026-03",
                     *       "periodCount": 1,
                     *       "periods": [
                     *         {
                     *           "period": "2026-03",
                     *           "periodYear": 2026,
                     *           "periodMonth": 3,
                     *           "status": "yellow",
                     *           "flags": [
                     *             "COMMISSION_CHANGED"
                     *           ],
                     *           "present": true,
                     *           "commissionAmount": 40,
                     *           "prevCommissionAmount": 50,
                     *           "premiumAmount": 500,
                     *           "policies": [
                     *             {
                     *               "policyRefId": "8f14e45f-ceea-567f-8d1a-2b3c4d5e6f70",
                     *               "policyNumber": "P-77",
                     *               "planName": "Gold",
                     *               "commissionAmount": 40,
                     *               "premiumAmount": 500
                     *             }
                     *           ],
                     *           "file": {
                     *             "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *             "fileName": "summit-2026-03.csv",
                     *             "uploadedAt": "2026-04-02T09:15:04.120Z"
                     *           },
                     *           "deltas": [
                     *             {
                     *               "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *               "field": "commission_amount",
                     *               "prevValue": 50,
                     *               "currValue": 40,
                     *               "changeType": "modified"
                     *             }
                     *           ],
                     *           "firstSeen": false
                     *         }
                     *       ],
                     *       "policyRefId": "8f14e45f-ceea-567f-8d1a-2b3c4d5e6f70"
                     *     }
                     */
                    "application/json": {
                        memberRefId: string;
                        policyRefId: string;
                        member: components["schemas"]["Member"];
                        firstPeriod: string;
                        latestPeriod: string;
                        /** @description Of the periods listed. */
                        periodCount: number;
                        periods: components["schemas"]["JourneyMonth"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ready": true,
                     *       "database": {
                     *         "answerMs": 2
                     *       },
                     *       "queue": {
                     *         "waiting": 3,
                     *         "processing": 2,
                     *         "oldestWaitingSeconds": 14
                     *       },
                     *       "disk": {
                     *         "freeBytes": 41231572992,
                     *         "totalBytes": 107374182400,
                     *         "neededBytes": 2332033024
                     *       },
                     *       "tasks": [
                     *         {
                     *           "task": "recover_jobs",
                     *           "lastRanAt": "2026-04-02T09:15:04.120Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["bad_request"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getAttrition: {
        parameters: {
            query: {
                /** @description The month, or any month of the quarter or year. */
                period: string;
                /** @description What the period stands for. Default: month. */
                granularity?: "month" | "quarter" | "year";
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": "2026-02",
                     *       "granularity": "month",
                     *       "attritionRate": 0.2,
                     *       "red": 1,
                     *       "memberCount": 4,
                     *       "byCarrier": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "attritionRate": 0.2,
                     *           "red": 1,
                     *           "memberCount": 4
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description As asked for. */
                        period: string;
                        /** @enum {string} */
                        granularity: "month" | "quarter" | "year";
                        /** @description red / (memberCount + red), 6 decimals; 0 for nobody. */
                        attritionRate: number;
                        /** @description Members lost in the month, quarter or year. */
                        red: number;
                        /** @description Members present in its last month with data. */
                        memberCount: number;
                        byCarrier: components["schemas"]["CarrierAttrition"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getAttritionSeries: {
        parameters: {
            query?: {
                /** @description Calendar months, back from the latest with data. Default: 12. */
                months?: number;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The points. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "period": "2026-01",
                     *           "year": 2026,
                     *           "month": 1,
                     *           "red": 0,
                     *           "memberCount": 4,
                     *           "attritionRate": 0,
                     *           "commissionAtRisk": 0
                     *         },
                     *         {
                     *           "period": "2026-02",
                     *           "year": 2026,
                     *           "month": 2,
                     *           "red": 1,
                     *           "memberCount": 4,
                     *           "attritionRate": 0.2,
                     *           "commissionAtRisk": 110
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AttritionPoint"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getCarrierScorecards: {
        parameters: {
            query?: {
                /** @description Default: each carrier's first month with data. Such as 2026-03. */
                from?: string;
                /** @description Default: the latest month with data, whatever the carrier. Such as 2026-03. */
                to?: string;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A card for each carrier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-01",
                     *       "to": "2026-04",
                     *       "data": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "grade": "B",
                     *           "score": 85,
                     *           "commissionOwed": 75,
                     *           "commissionOwedEstimated": 0,
                     *           "owedPerMemberMonth": 5.36,
                     *           "owedPerMemberMonthEstimated": 0,
                     *           "chargebackAmount": 50,
                     *           "dropRatePct": 17.65,
                     *           "consistencyPct": 75,
                     *           "periodsReported": 3,
                     *           "periodsExpected": 4,
                     *           "qualityFlags": 0,
                     *           "avgMembers": 4.67,
                     *           "recoverableAmount": 125
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description As asked for, else the first month with data. */
                        from: string | null;
                        /** @description As asked for, else the latest month with data. */
                        to: string | null;
                        data: components["schemas"]["Scorecard"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    reconcileCensus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The carrier. */
                    carrierId: string;
                    /** @description Only what this workspace was paid. */
                    workspaceId?: string;
                    /**
                     * @description Default: the carrier's latest period with data.
                     * @example 2026-03
                     */
                    period?: string;
                    /** @description The roster. */
                    members: {
                        /** @description The carrier's member id. Case and white space don't matter. */
                        memberExternalId: string;
                        /** @description Shown again where the member is unpaid. */
                        name?: string | null;
                        /** @description Shown again where the member is unpaid. */
                        planName?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "period": "2026-03",
                     *       "censusTotal": 3,
                     *       "matched": 2,
                     *       "unpaid": [
                     *         {
                     *           "memberExternalId": "1003",
                     *           "name": "Cy Dale",
                     *           "planName": "Gold",
                     *           "reason": "not_on_statement"
                     *         }
                     *       ],
                     *       "unrostered": [
                     *         {
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "memberExternalId": "01003",
                     *           "memberName": "Dale, Cy",
                     *           "commissionAmount": 26.5
                     *         }
                     *       ],
                     *       "estimatedUnpaidAmount": 26.5,
                     *       "possibleMatches": [
                     *         {
                     *           "memberExternalId": "1003",
                     *           "statementMemberExternalId": "01003",
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "memberName": "Dale, Cy",
                     *           "commissionAmount": 26.5
                     *         }
                     *       ],
                     *       "duplicateRosterIds": []
                     *     }
                     */
                    "application/json": components["schemas"]["CensusReconciliation"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getCumulative: {
        parameters: {
            query?: {
                /** @description First month, counted. Default: the first with data. Such as 2026-03. */
                from?: string;
                /** @description Last month, counted. Default: the last with data. Such as 2026-03. */
                to?: string;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Adds byAgent. CSV then has a row for each agent. */
                groupBy?: "agent";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The totals. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "range": {
                     *         "from": "2026-02",
                     *         "to": "2026-02",
                     *         "requestedFrom": "2026-02",
                     *         "requestedTo": null,
                     *         "periodsCovered": 1
                     *       },
                     *       "totals": {
                     *         "paidNet": 340,
                     *         "paidGross": 390,
                     *         "chargebacks": 50,
                     *         "commissionOwed": 10,
                     *         "commissionOwedEstimated": 0,
                     *         "commissionAtRisk": 110,
                     *         "chargebackAmount": 50,
                     *         "unassignedAmount": 250,
                     *         "owedEvaluated": 3,
                     *         "owedTotal": 3,
                     *         "owedCoverage": 1,
                     *         "chargebackCount": 1,
                     *         "memberMonths": 4,
                     *         "avgMembers": 4,
                     *         "peakMembers": 4,
                     *         "red": 1,
                     *         "new": 1,
                     *         "reappeared": 0,
                     *         "owedEstimated": false
                     *       },
                     *       "byPeriod": [
                     *         {
                     *           "period": "2026-02",
                     *           "year": 2026,
                     *           "month": 2,
                     *           "memberCount": 4,
                     *           "paidNet": 340,
                     *           "paidGross": 390,
                     *           "chargebacks": 50,
                     *           "commissionOwed": 10,
                     *           "commissionOwedEstimated": 0,
                     *           "commissionAtRisk": 110,
                     *           "chargebackAmount": 50,
                     *           "unassignedAmount": 250,
                     *           "owedEvaluated": 3,
                     *           "owedTotal": 3,
                     *           "owedCoverage": 1,
                     *           "chargebackCount": 1,
                     *           "red": 1,
                     *           "new": 1,
                     *           "reappeared": 0
                     *         }
                     *       ],
                     *       "byCarrier": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "paidNet": 340,
                     *           "paidGross": 390,
                     *           "chargebacks": 50,
                     *           "commissionOwed": 10,
                     *           "commissionOwedEstimated": 0,
                     *           "commissionAtRisk": 110,
                     *           "chargebackAmount": 50,
                     *           "unassignedAmount": 250,
                     *           "owedEvaluated": 3,
                     *           "owedTotal": 3,
                     *           "owedCoverage": 1,
                     *           "memberMonths": 4,
                     *           "periodsCovered": 1
                     *         }
                     *       ],
                     *       "months": [
                     *         {
                     *           "period": "2026-02",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "state": "closed",
                     *           "files": {
                     *             "received": 4,
                     *             "expected": 4,
                     *             "known": "set"
                     *           },
                     *           "detail": "The month is closed; 1 adjustment has changed its figures since.",
                     *           "current": {
                     *             "memberCount": 399,
                     *             "red": 3,
                     *             "paidNet": 10276.75,
                     *             "paidGross": 10408.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40
                     *           },
                     *           "closed": {
                     *             "memberCount": 398,
                     *             "red": 4,
                     *             "paidNet": 10250.75,
                     *             "paidGross": 10382.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40,
                     *             "closedAt": "2026-03-10T08:00:00.000Z",
                     *             "closedBy": "token:2f0f5b7c"
                     *           },
                     *           "adjusted": {
                     *             "memberCount": 1,
                     *             "red": -1,
                     *             "paidNet": 26,
                     *             "paidGross": 26,
                     *             "chargebacks": 0,
                     *             "commissionOwed": 0,
                     *             "commissionOwedEstimated": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        range: {
                            /** @description The first month with data inside what was asked for. */
                            from: string | null;
                            /** @description The last one. */
                            to: string | null;
                            requestedFrom: string | null;
                            requestedTo: string | null;
                            /** @description Months with data. */
                            periodsCovered: number;
                        };
                        totals: components["schemas"]["CumulativeTotals"];
                        byPeriod: components["schemas"]["CumulativePeriod"][];
                        byCarrier: components["schemas"]["CumulativeCarrier"][];
                        /** @description Months of the period that wait for files, and months that were closed, with what changed in them since. */
                        months: components["schemas"]["Month"][];
                        /** @description With groupBy=agent: what each agent was paid, by carrier, the largest amount first. */
                        byAgent?: components["schemas"]["AgentRollup"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getDataQuality: {
        parameters: {
            query?: {
                /** @description Default: the latest period with data. Such as 2026-03. */
                period?: string;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Level by carrier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": "2026-02",
                     *       "overall": "alert",
                     *       "carriers": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "level": "alert",
                     *           "reason": "30 members are missing, against 50 in the statement before (60 %), while 25 of its 45 members are new (55.56 %): the file may be of another month, or of another book.",
                     *           "droppedRate": 0.6,
                     *           "newRate": 0.555556,
                     *           "churnOverlap": 0.555556,
                     *           "red": 30,
                     *           "newMembers": 25,
                     *           "reappeared": 0,
                     *           "present": 45,
                     *           "priorPresent": 50,
                     *           "checks": [
                     *             {
                     *               "name": "droppedRate",
                     *               "value": 0.6,
                     *               "watchAt": 0.2,
                     *               "alertAt": 0.5,
                     *               "outcome": "alert"
                     *             },
                     *             {
                     *               "name": "churnOverlap",
                     *               "value": 0.555556,
                     *               "watchAt": 0.15,
                     *               "alertAt": 0.35,
                     *               "outcome": "alert"
                     *             }
                     *           ],
                     *           "carrierEvents": []
                     *         }
                     *       ],
                     *       "missing": [],
                     *       "months": [
                     *         {
                     *           "period": "2026-02",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "state": "closed",
                     *           "files": {
                     *             "received": 4,
                     *             "expected": 4,
                     *             "known": "set"
                     *           },
                     *           "detail": "The month is closed; 1 adjustment has changed its figures since.",
                     *           "current": {
                     *             "memberCount": 399,
                     *             "red": 3,
                     *             "paidNet": 10276.75,
                     *             "paidGross": 10408.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40
                     *           },
                     *           "closed": {
                     *             "memberCount": 398,
                     *             "red": 4,
                     *             "paidNet": 10250.75,
                     *             "paidGross": 10382.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40,
                     *             "closedAt": "2026-03-10T08:00:00.000Z",
                     *             "closedBy": "token:2f0f5b7c"
                     *           },
                     *           "adjusted": {
                     *             "memberCount": 1,
                     *             "red": -1,
                     *             "paidNet": 26,
                     *             "paidGross": 26,
                     *             "chargebacks": 0,
                     *             "commissionOwed": 0,
                     *             "commissionOwedEstimated": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Null when there is no data at all. */
                        period: string | null;
                        /**
                         * @description The worst of all carriers; a missing statement is worth a watch.
                         * @enum {string}
                         */
                        overall: "ok" | "watch" | "alert";
                        carriers: components["schemas"]["CarrierQuality"][];
                        /** @description Carriers with data in an earlier month and no statement in this one. */
                        missing: {
                            carrierId: string;
                            carrierName: string;
                            lastPeriod: string;
                        }[];
                        /** @description Months of the period that wait for files, and months that were closed, with what changed in them since. */
                        months: components["schemas"]["Month"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getMedicareRapidDisenrollment: {
        parameters: {
            query: {
                /** @description The carrier. */
                carrierId: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Default: the carrier's latest period with data. Such as 2026-03. */
                period?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "period": "2026-04",
                     *       "realized": {
                     *         "count": 1,
                     *         "clawedBackAmount": 114
                     *       },
                     *       "exposure": {
                     *         "count": 6,
                     *         "atRiskAmount": 1735.02
                     *       },
                     *       "disenrollments": {
                     *         "total": 4,
                     *         "rapid": 1,
                     *         "rapidRatePct": 33.33
                     *       },
                     *       "byPlan": [
                     *         {
                     *           "planName": "Choice PPO",
                     *           "planCode": "H1234-007",
                     *           "total": 4,
                     *           "rapid": 1,
                     *           "clawedBackAmount": 114
                     *         }
                     *       ],
                     *       "byAgent": [
                     *         {
                     *           "agentId": "18800001",
                     *           "agentName": "Ann Lee",
                     *           "total": 4,
                     *           "rapid": 1,
                     *           "clawedBackAmount": 114
                     *         }
                     *       ],
                     *       "evaluated": 3,
                     *       "total": 4
                     *     }
                     */
                    "application/json": components["schemas"]["RapidDisenrollmentReport"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getMedicareRenewalForecast: {
        parameters: {
            query: {
                /** @description The carrier. */
                carrierId: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Default: the carrier's latest period with data. Such as 2026-03. */
                period?: string;
                /** @description Months looked ahead. Default: 12. */
                horizonMonths?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The forecast. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *       "period": "2026-10",
                     *       "horizonMonths": 3,
                     *       "annualRenewalValue": 1436,
                     *       "activeMembers": 5,
                     *       "evaluated": 4,
                     *       "byMonth": [
                     *         {
                     *           "period": "2026-11",
                     *           "members": 1,
                     *           "amount": 347
                     *         },
                     *         {
                     *           "period": "2026-12",
                     *           "members": 0,
                     *           "amount": 0
                     *         },
                     *         {
                     *           "period": "2027-01",
                     *           "members": 3,
                     *           "amount": 1089
                     *         }
                     *       ],
                     *       "byPlan": [
                     *         {
                     *           "planName": "Choice PPO",
                     *           "planCode": "H1234-007",
                     *           "members": 4,
                     *           "annualRenewalValue": 1436
                     *         }
                     *       ],
                     *       "ratesInferred": true
                     *     }
                     */
                    "application/json": components["schemas"]["RenewalForecast"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getOwedWorksheet: {
        parameters: {
            query?: {
                /** @description First month, included. Default: a year up to the last one. Such as 2026-03. */
                from?: string;
                /** @description Last month, included. Default: the latest period with data. Such as 2026-03. */
                to?: string;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Rows a page; more than 5000 gives 5000. Without it CSV has all rows, from the offset or cursor on. Default: 5000. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the worksheet. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2025-04",
                     *       "to": "2026-03",
                     *       "totals": {
                     *         "members": 1,
                     *         "memberMonths": 1,
                     *         "expected": 50,
                     *         "actual": 40,
                     *         "difference": 10,
                     *         "differenceEstimated": 0
                     *       },
                     *       "byCarrier": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "members": 1,
                     *           "memberMonths": 1,
                     *           "expected": 50,
                     *           "actual": 40,
                     *           "difference": 10,
                     *           "differenceEstimated": 0
                     *         }
                     *       ],
                     *       "truncated": false,
                     *       "data": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "5d3a1f0e-7c2b-4a69-9e8d-1b2c3d4e5f60",
                     *           "period": "2026-02",
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Ann Lee",
                     *           "policyNumber": "P-77",
                     *           "planName": "Gold",
                     *           "expected": 50,
                     *           "actual": 40,
                     *           "difference": 10,
                     *           "certainty": "certain",
                     *           "rates": [
                     *             {
                     *               "rateType": "flat_per_member",
                     *               "rateValue": 50,
                     *               "source": "contracted",
                     *               "planCode": null,
                     *               "tier": null,
                     *               "state": null,
                     *               "planName": null,
                     *               "productType": null,
                     *               "maxLives": null,
                     *               "fromPolicyMonth": null,
                     *               "toPolicyMonth": null,
                     *               "fromLives": null,
                     *               "toLives": null
                     *             }
                     *           ],
                     *           "evidence": [
                     *             {
                     *               "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *               "fileName": "summit-2026-02.csv",
                     *               "sheet": 1,
                     *               "sheetName": null,
                     *               "rowNumbers": [
                     *                 3
                     *               ]
                     *             }
                     *           ],
                     *           "basis": "$50 a life and month, contracted, all plans"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 5000,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["OwedWorksheet"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getPolicyReport: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Default: the latest period with data of a book that has a list. Such as 2026-03. */
                period?: string;
                /** @description Only findings of this kind; counts are of all kinds. */
                kind?: "sold_never_paid" | "active_but_dropped" | "paid_not_listed" | "ended_but_paid" | "other_agent" | "other_rate" | "other_premium" | "other_lives";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": "2026-05",
                     *       "lists": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Health",
                     *           "workspaceId": "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
                     *           "compared": true,
                     *           "listed": 412,
                     *           "active": 400,
                     *           "paid": 396,
                     *           "waiting": 3,
                     *           "counts": {
                     *             "sold_never_paid": 1,
                     *             "active_but_dropped": 0,
                     *             "paid_not_listed": 0,
                     *             "ended_but_paid": 0,
                     *             "other_agent": 0,
                     *             "other_rate": 0,
                     *             "other_premium": 0,
                     *             "other_lives": 0
                     *           },
                     *           "sentence": "Against the 400 active policies of your book of business: 1 sold and never paid."
                     *         }
                     *       ],
                     *       "counts": {
                     *         "sold_never_paid": 1,
                     *         "active_but_dropped": 0,
                     *         "paid_not_listed": 0,
                     *         "ended_but_paid": 0,
                     *         "other_agent": 0,
                     *         "other_rate": 0,
                     *         "other_premium": 0,
                     *         "other_lives": 0
                     *       },
                     *       "data": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "workspaceId": "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
                     *           "kind": "sold_never_paid",
                     *           "policyId": "01003",
                     *           "policyNumber": null,
                     *           "memberRefId": null,
                     *           "memberExternalId": null,
                     *           "memberName": "Cy Dale",
                     *           "planName": "Gold",
                     *           "effectiveDate": "2026-01-01",
                     *           "termDate": null,
                     *           "lastPeriod": null,
                     *           "lastAmount": null,
                     *           "listed": null,
                     *           "onStatement": null,
                     *           "possibleMatch": null,
                     *           "sentence": "Active in your list since Jan 1, 2026, and on no statement up to May 2026."
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["PolicyReport"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listReadyMadeReports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "key": "statements",
                     *           "name": "Statements by month",
                     *           "question": "Which statements are here, and from when?",
                     *           "sql": "select period as \"Month\", file_name as \"File\" from files order by period desc"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReadyMadeReports"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    runReadyMadeReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key of the report. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /**
                     * @description true: there are more rows.
                     * @example false
                     */
                    "X-Truncated"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "columns": [
                     *         "carrier_name",
                     *         "red"
                     *       ],
                     *       "rows": [
                     *         [
                     *           "Summit Senior Life",
                     *           12
                     *         ],
                     *         [
                     *           "Blue Ridge Health",
                     *           2
                     *         ]
                     *       ],
                     *       "truncated": false,
                     *       "asOf": "2026-04-06"
                     *     }
                     */
                    "application/json": components["schemas"]["ReportResult"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            422: components["responses"]["validation_error.invalid_sql.query_limit"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getRecoverable: {
        parameters: {
            query?: {
                /** @description First statement month, included. Default: a year up to the last one. Such as 2026-03. */
                from?: string;
                /** @description Last statement month, included. Default: the latest period with data. Such as 2026-03. */
                to?: string;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /**
                 * @description certain: a contract, the statement's own rate, or the chargebacks themselves prove it. likely: the book's habits or comparable
                 *     members say so. to_check: all else, which is worth a question. Only certain claims are in headline sums.
                 */
                certainty?: "certain" | "likely" | "to_check";
                /** @description Why the money is due. */
                kind?: "underpaid" | "missed_months" | "wrong_chargeback" | "double_chargeback" | "unmatched_chargeback" | "not_repaid" | "true_up_missing";
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of claims. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2025-04",
                     *       "to": "2026-03",
                     *       "totals": {
                     *         "recoverable": 10,
                     *         "estimated": 0,
                     *         "likely": 0,
                     *         "toCheck": 0,
                     *         "asked": 0,
                     *         "claims": 1,
                     *         "byKind": [
                     *           {
                     *             "kind": "underpaid",
                     *             "certainty": "certain",
                     *             "claims": 1,
                     *             "amount": 10
                     *           }
                     *         ],
                     *         "byCarrier": [
                     *           {
                     *             "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *             "carrierName": "Summit Senior Life",
                     *             "claims": 1,
                     *             "recoverable": 10,
                     *             "estimated": 0,
                     *             "likely": 0,
                     *             "toCheck": 0
                     *           }
                     *         ]
                     *       },
                     *       "data": [
                     *         {
                     *           "claimId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f.2026-02.underpaid",
                     *           "kind": "underpaid",
                     *           "certainty": "certain",
                     *           "basis": "contracted",
                     *           "amount": 10,
                     *           "recoveredAmount": 0,
                     *           "period": "2026-02",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "5d3a1f0e-7c2b-4a69-9e8d-1b2c3d4e5f60",
                     *           "memberRefId": "5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f",
                     *           "memberExternalId": "M-1001",
                     *           "memberName": "Ann Lee",
                     *           "policyNumber": "P-77",
                     *           "planName": "Gold",
                     *           "evidence": [
                     *             {
                     *               "period": "2026-02",
                     *               "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *               "fileName": "summit-2026-02.csv",
                     *               "sheet": 1,
                     *               "rowNumber": 3,
                     *               "amount": 40,
                     *               "what": "paid"
                     *             }
                     *           ],
                     *           "ask": "Please pay the $10.00 missing for Feb 2026: $40.00 was paid, and $50.00 is due by the contracted rate.",
                     *           "disputeId": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RecoverableReport"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getRollup: {
        parameters: {
            query?: {
                /** @description Default: the latest period with data. Such as 2026-03. */
                period?: string;
                /** @description Adds byAgent. CSV then has a row for each agent. */
                groupBy?: "agent";
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The totals. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": "2026-02",
                     *       "totals": {
                     *         "paidNet": 340,
                     *         "paidGross": 390,
                     *         "chargebacks": 50,
                     *         "memberCount": 4,
                     *         "green": 1,
                     *         "yellow": 2,
                     *         "red": 1,
                     *         "new": 1,
                     *         "reappeared": 0,
                     *         "commissionAtRisk": 110,
                     *         "commissionDropped": 50,
                     *         "commissionReduced": 60,
                     *         "reducedCount": 2,
                     *         "commissionOwed": 10,
                     *         "owedEvaluated": 3,
                     *         "owedTotal": 3,
                     *         "owedEstimated": false,
                     *         "commissionOwedEstimated": 0,
                     *         "chargebackCount": 1,
                     *         "chargebackAmount": 50,
                     *         "unassignedCount": 1,
                     *         "unassignedAmount": 250
                     *       },
                     *       "byCarrier": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "paidNet": 340,
                     *           "paidGross": 390,
                     *           "chargebacks": 50,
                     *           "memberCount": 4,
                     *           "green": 1,
                     *           "yellow": 2,
                     *           "red": 1,
                     *           "new": 1,
                     *           "reappeared": 0,
                     *           "commissionAtRisk": 110,
                     *           "commissionDropped": 50,
                     *           "commissionReduced": 60,
                     *           "reducedCount": 2,
                     *           "commissionOwed": 10,
                     *           "owedEvaluated": 3,
                     *           "owedTotal": 3,
                     *           "owedEstimated": false,
                     *           "commissionOwedEstimated": 0,
                     *           "chargebackCount": 1,
                     *           "chargebackAmount": 50,
                     *           "unassignedCount": 1,
                     *           "unassignedAmount": 250,
                     *           "attritionRate": 0.2,
                     *           "provisional": false
                     *         }
                     *       ],
                     *       "months": [
                     *         {
                     *           "period": "2026-02",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "state": "closed",
                     *           "files": {
                     *             "received": 4,
                     *             "expected": 4,
                     *             "known": "set"
                     *           },
                     *           "detail": "The month is closed; 1 adjustment has changed its figures since.",
                     *           "current": {
                     *             "memberCount": 399,
                     *             "red": 3,
                     *             "paidNet": 10276.75,
                     *             "paidGross": 10408.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40
                     *           },
                     *           "closed": {
                     *             "memberCount": 398,
                     *             "red": 4,
                     *             "paidNet": 10250.75,
                     *             "paidGross": 10382.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40,
                     *             "closedAt": "2026-03-10T08:00:00.000Z",
                     *             "closedBy": "token:2f0f5b7c"
                     *           },
                     *           "adjusted": {
                     *             "memberCount": 1,
                     *             "red": -1,
                     *             "paidNet": 26,
                     *             "paidGross": 26,
                     *             "chargebacks": 0,
                     *             "commissionOwed": 0,
                     *             "commissionOwedEstimated": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Null when there is no data at all. */
                        period: string | null;
                        totals: components["schemas"]["RollupTotals"];
                        byCarrier: components["schemas"]["CarrierRollup"][];
                        /** @description With groupBy=agent: what each agent was paid, by carrier, the largest amount first. */
                        byAgent?: components["schemas"]["AgentRollup"][];
                        /** @description Months of the period that wait for files, and months that were closed, with what changed in them since. */
                        months: components["schemas"]["Month"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listSavedReports: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 200. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of saved reports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5d2f1c3b-7a9e-4c8d-b6f0-1e2d3c4b5a69",
                     *           "name": "Dropped members by carrier",
                     *           "question": "Who stopped being paid last month?",
                     *           "sql": "select carrier_name, red from rollups join carriers using (carrier_id) order by red desc",
                     *           "cadence": "weekly",
                     *           "lastRun": {
                     *             "ranAt": "2026-04-06T08:00:02.310Z",
                     *             "status": "ok",
                     *             "rows": 14,
                     *             "truncated": false,
                     *             "error": null
                     *           },
                     *           "createdAt": "2026-04-02T09:15:04.120Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 200,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SavedReport"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createSavedReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the list and the email show. */
                    name: string;
                    /** @description What the query answers, in words. */
                    question?: string | null;
                    /** @description One SELECT or WITH over the report views. */
                    sql: string;
                };
            };
        };
        responses: {
            /** @description Saved, and not scheduled. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5d2f1c3b-7a9e-4c8d-b6f0-1e2d3c4b5a69",
                     *       "name": "Dropped members by carrier",
                     *       "question": "Who stopped being paid last month?",
                     *       "sql": "select carrier_name, red from rollups join carriers using (carrier_id) order by red desc",
                     *       "cadence": "off",
                     *       "lastRun": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SavedReport"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.invalid_sql.query_limit"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    updateSavedReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The saved report. */
                reportId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    cadence: "off" | "weekly" | "monthly";
                };
            };
        };
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5d2f1c3b-7a9e-4c8d-b6f0-1e2d3c4b5a69",
                     *       "name": "Dropped members by carrier",
                     *       "question": "Who stopped being paid last month?",
                     *       "sql": "select carrier_name, red from rollups join carriers using (carrier_id) order by red desc",
                     *       "cadence": "weekly",
                     *       "lastRun": {
                     *         "ranAt": "2026-04-06T08:00:02.310Z",
                     *         "status": "ok",
                     *         "rows": 14,
                     *         "truncated": false,
                     *         "error": null
                     *       },
                     *       "createdAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SavedReport"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    deleteSavedReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The saved report. */
                reportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    runSavedReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The saved report. */
                reportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /**
                     * @description true: there are more rows.
                     * @example false
                     */
                    "X-Truncated"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "columns": [
                     *         "carrier_name",
                     *         "red"
                     *       ],
                     *       "rows": [
                     *         [
                     *           "Summit Senior Life",
                     *           12
                     *         ],
                     *         [
                     *           "Blue Ridge Health",
                     *           2
                     *         ]
                     *       ],
                     *       "truncated": false,
                     *       "asOf": "2026-04-06"
                     *     }
                     */
                    "application/json": components["schemas"]["ReportResult"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            422: components["responses"]["validation_error.invalid_sql.query_limit"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getTax1099: {
        parameters: {
            query: {
                /** @description The calendar year. */
                year: number;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The amounts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "year": 2026,
                     *       "data": [
                     *         {
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "paidNet": 535.01,
                     *           "paidGross": 585.01,
                     *           "chargebacks": 50,
                     *           "periodsCovered": 4,
                     *           "firstPeriod": "2026-01",
                     *           "lastPeriod": "2026-05",
                     *           "missingPeriods": [
                     *             "2026-03"
                     *           ],
                     *           "balanceForward": 0
                     *         }
                     *       ],
                     *       "totals": {
                     *         "paidNet": 535.01,
                     *         "paidGross": 585.01,
                     *         "chargebacks": 50
                     *       },
                     *       "months": [
                     *         {
                     *           "period": "2026-02",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "state": "closed",
                     *           "files": {
                     *             "received": 4,
                     *             "expected": 4,
                     *             "known": "set"
                     *           },
                     *           "detail": "The month is closed; 1 adjustment has changed its figures since.",
                     *           "current": {
                     *             "memberCount": 399,
                     *             "red": 3,
                     *             "paidNet": 10276.75,
                     *             "paidGross": 10408.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40
                     *           },
                     *           "closed": {
                     *             "memberCount": 398,
                     *             "red": 4,
                     *             "paidNet": 10250.75,
                     *             "paidGross": 10382.15,
                     *             "chargebacks": 131.4,
                     *             "commissionOwed": 212.5,
                     *             "commissionOwedEstimated": 40,
                     *             "closedAt": "2026-03-10T08:00:00.000Z",
                     *             "closedBy": "token:2f0f5b7c"
                     *           },
                     *           "adjusted": {
                     *             "memberCount": 1,
                     *             "red": -1,
                     *             "paidNet": 26,
                     *             "paidGross": 26,
                     *             "chargebacks": 0,
                     *             "commissionOwed": 0,
                     *             "commissionOwedEstimated": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        year: number;
                        data: components["schemas"]["CarrierYear"][];
                        totals: {
                            /** @description paidGross less chargebacks. */
                            paidNet: number;
                            /** @description The sum of all lines above zero, also those of no member. */
                            paidGross: number;
                            /** @description The sum of all lines below zero, as a positive amount. */
                            chargebacks: number;
                        };
                        /** @description Months of the period that wait for files, and months that were closed, with what changed in them since. */
                        months: components["schemas"]["Month"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listSftpUsers: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 200. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of SFTP users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *           "username": "lakeside-agency",
                     *           "publicKey": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPrZyIYH/ue6zxhZrs1DJ3VpyQrTBtAE/y3mTx4LLIUw",
                     *           "fingerprint": "SHA256:hFVMawtc93P+YmyOKWJLfYeasx1Jtk+8w7YotHMoVxc",
                     *           "carrierIds": null,
                     *           "workspaceId": null,
                     *           "createdAt": "2026-04-02T09:15:04.120Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 200,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SftpUser"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createSftpUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSftpUser"];
            };
        };
        responses: {
            /** @description It can sign in now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *       "username": "lakeside-agency",
                     *       "publicKey": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPrZyIYH/ue6zxhZrs1DJ3VpyQrTBtAE/y3mTx4LLIUw",
                     *       "fingerprint": "SHA256:hFVMawtc93P+YmyOKWJLfYeasx1Jtk+8w7YotHMoVxc",
                     *       "carrierIds": null,
                     *       "workspaceId": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SftpUser"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned.tier_required"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getSftpUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The SFTP user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The SFTP user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *       "username": "lakeside-agency",
                     *       "publicKey": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPrZyIYH/ue6zxhZrs1DJ3VpyQrTBtAE/y3mTx4LLIUw",
                     *       "fingerprint": "SHA256:hFVMawtc93P+YmyOKWJLfYeasx1Jtk+8w7YotHMoVxc",
                     *       "carrierIds": null,
                     *       "workspaceId": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SftpUser"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteSftpUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The SFTP user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listTeam: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of people. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "userId": "5a0f6f0e-2f0c-4b4a-9a86-0b7f8f9b6f11",
                     *           "name": "Dana Reyes",
                     *           "email": "dana@harbor.example",
                     *           "role": "staff",
                     *           "agent": null,
                     *           "status": "active",
                     *           "invitedAt": "2026-04-02T09:15:04.120Z",
                     *           "joinedAt": "2026-04-02T10:01:44.020Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["TeamMember"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @description How the person is called. */
                    name: string;
                    /**
                     * @description owner: everything, also the team and its tokens. staff: reads and writes. read_only: reads. agent: sees its own members.
                     * @enum {string}
                     */
                    role: "owner" | "staff" | "read_only" | "agent";
                    /** @description The writing agent whose members an agent sees, as statements name it. Only for the role agent. */
                    agent?: string | null;
                };
            };
        };
        responses: {
            /** @description Invited. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "userId": "5a0f6f0e-2f0c-4b4a-9a86-0b7f8f9b6f11",
                     *       "name": "Dana Reyes",
                     *       "email": "dana@harbor.example",
                     *       "role": "staff",
                     *       "agent": null,
                     *       "status": "active",
                     *       "invitedAt": "2026-04-02T09:15:04.120Z",
                     *       "joinedAt": "2026-04-02T10:01:44.020Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    deleteTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The person. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The person. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description owner: everything, also the team and its tokens. staff: reads and writes. read_only: reads. agent: sees its own members.
                     * @enum {string}
                     */
                    role: "owner" | "staff" | "read_only" | "agent";
                    /** @description The writing agent whose members an agent sees, as statements name it. Only for the role agent. */
                    agent?: string | null;
                };
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "userId": "5a0f6f0e-2f0c-4b4a-9a86-0b7f8f9b6f11",
                     *       "name": "Dana Reyes",
                     *       "email": "dana@harbor.example",
                     *       "role": "staff",
                     *       "agent": null,
                     *       "status": "active",
                     *       "invitedAt": "2026-04-02T09:15:04.120Z",
                     *       "joinedAt": "2026-04-02T10:01:44.020Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listOwnTokens: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0e8c7a34-54a1-4f39-9d7c-6b1f0d3c2a55",
                     *           "label": "nightly upload",
                     *           "scopes": [
                     *             "read",
                     *             "write"
                     *           ],
                     *           "createdAt": "2026-04-02T09:15:04.120Z",
                     *           "expiresAt": null,
                     *           "revokedAt": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ApiToken"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createOwnToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the token is for. */
                    label?: string | null;
                    /** @description Default: ["read","write"]. */
                    scopes?: ("read" | "write")[];
                    /**
                     * Format: date-time
                     * @description From then on the token is refused. Null: it does not expire.
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0e8c7a34-54a1-4f39-9d7c-6b1f0d3c2a55",
                     *       "label": "nightly upload",
                     *       "scopes": [
                     *         "read",
                     *         "write"
                     *       ],
                     *       "createdAt": "2026-04-02T09:15:04.120Z",
                     *       "expiresAt": null,
                     *       "revokedAt": null,
                     *       "token": "cas_Zy1x0wVuTsRqPoNmLkJiHgFeDcBa9876543210abcde"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    deleteOwnToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token. */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listUnassignedLines: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
                /** @description Only this carrier. */
                carrierId?: string;
                /** @description Only this workspace. */
                workspaceId?: string;
                /** @description Only this month. Default: all months. Such as 2026-03. */
                period?: string;
                /** @description Only of this file. One that does not exist has no lines. */
                fileId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of lines. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "period": "2026-03",
                     *           "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                     *           "carrierName": "Summit Senior Life",
                     *           "workspaceId": "2f1e0d9c-8b7a-4695-8473-625140f3e2d1",
                     *           "fileId": "7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11",
                     *           "fileName": "summit-2026-03.csv",
                     *           "sheet": 1,
                     *           "row": 42,
                     *           "kind": "bonus",
                     *           "text": "Production Bonus",
                     *           "amount": 250,
                     *           "isCounted": true,
                     *           "agentId": "A-17",
                     *           "agentName": "Doe, Jane",
                     *           "coverageMonth": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["UnassignedLine"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 200. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90",
                     *           "url": "https://agency.example.com/hooks/commissions",
                     *           "events": [
                     *             "job.completed",
                     *             "job.failed"
                     *           ],
                     *           "enabled": true,
                     *           "disabledReason": null,
                     *           "disabledAt": null,
                     *           "failuresInRow": 0,
                     *           "failingSince": null,
                     *           "previousSecretValidUntil": null,
                     *           "createdAt": "2026-04-02T09:15:04.120Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 200,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description https, on the public internet.
                     */
                    url: string;
                    /**
                     * @description What to be told of.
                     * @example [
                     *       "job.completed",
                     *       "job.failed"
                     *     ]
                     */
                    events: ("job.completed" | "job.failed")[];
                };
            };
        };
        responses: {
            /** @description Made, and enabled. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90",
                     *       "url": "https://agency.example.com/hooks/commissions",
                     *       "events": [
                     *         "job.completed",
                     *         "job.failed"
                     *       ],
                     *       "enabled": true,
                     *       "disabledReason": null,
                     *       "disabledAt": null,
                     *       "failuresInRow": 0,
                     *       "failingSince": null,
                     *       "previousSecretValidUntil": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z",
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    rotateCallbackSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
                     *       "previousSecretValidUntil": "2026-04-03T09:15:04.120Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Signs deliveries. Shown this once. */
                        secret: string;
                        /**
                         * Format: date-time
                         * @description Until then the secret before this one signs too; null when there was none.
                         */
                        previousSecretValidUntil: string | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description nextCursor of the page before; absent for the first page. */
                cursor?: number;
                /** @description Only these. */
                status?: "pending" | "delivered" | "failed" | "discarded";
                /** @description Only what this job caused. */
                jobId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "1d6f3c2e-9b1a-4a57-8a1e-2f0f5b7c9d31",
                     *           "webhookId": "7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90",
                     *           "event": "job.completed",
                     *           "jobId": "0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70",
                     *           "status": "pending",
                     *           "url": "https://agency.example.com/hooks/commissions",
                     *           "attemptCount": 1,
                     *           "nextAttemptAt": "2026-04-02T09:16:09.410Z",
                     *           "redelivered": false,
                     *           "createdAt": "2026-04-02T09:15:37.020Z",
                     *           "endedAt": null,
                     *           "attempts": [
                     *             {
                     *               "number": 1,
                     *               "attemptedAt": "2026-04-02T09:15:37.110Z",
                     *               "durationMs": 212,
                     *               "responseStatus": 500,
                     *               "error": "http_500"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "nextCursor": null,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1d6f3c2e-9b1a-4a57-8a1e-2f0f5b7c9d31",
                     *       "webhookId": "7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90",
                     *       "event": "job.completed",
                     *       "jobId": "0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70",
                     *       "status": "pending",
                     *       "url": "https://agency.example.com/hooks/commissions",
                     *       "attemptCount": 1,
                     *       "nextAttemptAt": "2026-04-02T09:16:09.410Z",
                     *       "redelivered": false,
                     *       "createdAt": "2026-04-02T09:15:37.020Z",
                     *       "endedAt": null,
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "attemptedAt": "2026-04-02T09:15:37.110Z",
                     *           "durationMs": 212,
                     *           "responseStatus": 500,
                     *           "error": "http_500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On its way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1d6f3c2e-9b1a-4a57-8a1e-2f0f5b7c9d31",
                     *       "webhookId": "7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90",
                     *       "event": "job.completed",
                     *       "jobId": "0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70",
                     *       "status": "pending",
                     *       "url": "https://agency.example.com/hooks/commissions",
                     *       "attemptCount": 0,
                     *       "nextAttemptAt": "2026-04-02T09:16:09.410Z",
                     *       "redelivered": true,
                     *       "createdAt": "2026-04-02T09:15:37.020Z",
                     *       "endedAt": null,
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "attemptedAt": "2026-04-02T09:15:37.110Z",
                     *           "durationMs": 212,
                     *           "responseStatus": 500,
                     *           "error": "http_500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90",
                     *       "url": "https://agency.example.com/hooks/commissions",
                     *       "events": [
                     *         "job.completed",
                     *         "job.failed"
                     *       ],
                     *       "enabled": true,
                     *       "disabledReason": null,
                     *       "disabledAt": null,
                     *       "failuresInRow": 0,
                     *       "failingSince": null,
                     *       "previousSecretValidUntil": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description https, on the public internet.
                     */
                    url?: string;
                    /**
                     * @description What to be told of.
                     * @example [
                     *       "job.completed",
                     *       "job.failed"
                     *     ]
                     */
                    events?: ("job.completed" | "job.failed")[];
                    /** @description false: nothing is sent, and what was still to be sent is discarded. true: starts afresh. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90",
                     *       "url": "https://agency.example.com/hooks/commissions",
                     *       "events": [
                     *         "job.completed",
                     *         "job.failed"
                     *       ],
                     *       "enabled": true,
                     *       "disabledReason": null,
                     *       "disabledAt": null,
                     *       "failuresInRow": 0,
                     *       "failingSince": null,
                     *       "previousSecretValidUntil": null,
                     *       "createdAt": "2026-04-02T09:15:04.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 50. */
                limit?: number;
                /** @description nextCursor of the page before; absent for the first page. */
                cursor?: number;
                /** @description Only these. */
                status?: "pending" | "delivered" | "failed" | "discarded";
            };
            header?: never;
            path: {
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "1d6f3c2e-9b1a-4a57-8a1e-2f0f5b7c9d31",
                     *           "webhookId": "7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90",
                     *           "event": "job.completed",
                     *           "jobId": "0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70",
                     *           "status": "pending",
                     *           "url": "https://agency.example.com/hooks/commissions",
                     *           "attemptCount": 1,
                     *           "nextAttemptAt": "2026-04-02T09:16:09.410Z",
                     *           "redelivered": false,
                     *           "createdAt": "2026-04-02T09:15:37.020Z",
                     *           "endedAt": null,
                     *           "attempts": [
                     *             {
                     *               "number": 1,
                     *               "attemptedAt": "2026-04-02T09:15:37.110Z",
                     *               "durationMs": 212,
                     *               "responseStatus": 500,
                     *               "error": "http_500"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "nextCursor": null,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    retryWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Only events from then on; all that are kept when absent.
                     */
                    since?: string;
                };
            };
        };
        responses: {
            /** @description On their way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90",
                     *       "redelivered": 12
                     *     }
                     */
                    "application/json": {
                        id: string;
                        /** @description How many. */
                        redelivered: number;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90",
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
                     *       "previousSecretValidUntil": "2026-04-03T09:15:04.120Z"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        /** @description Signs deliveries. Shown this once. */
                        secret: string;
                        /**
                         * Format: date-time
                         * @description Until then the secret before this one signs too; null when there was none.
                         */
                        previousSecretValidUntil: string | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On its way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1d6f3c2e-9b1a-4a57-8a1e-2f0f5b7c9d31",
                     *       "webhookId": "7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90",
                     *       "event": "webhook.test",
                     *       "jobId": null,
                     *       "status": "pending",
                     *       "url": "https://agency.example.com/hooks/commissions",
                     *       "attemptCount": 0,
                     *       "nextAttemptAt": "2026-04-02T09:16:09.410Z",
                     *       "redelivered": false,
                     *       "createdAt": "2026-04-02T09:15:37.020Z",
                     *       "endedAt": null,
                     *       "attempts": []
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                /** @description Rows a page; more than 200 gives 200. Without it CSV has all rows, from the offset or cursor on. Default: 200. */
                limit?: number;
                /** @description Rows to skip: increase by limit. Default: 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of workspaces. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": false,
                     *       "data": [
                     *         {
                     *           "id": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "name": "Default",
                     *           "isDefault": true
                     *         }
                     *       ],
                     *       "workspaces": [
                     *         {
                     *           "id": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *           "name": "Default",
                     *           "isDefault": true
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 200,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Workspace"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        /** @description Rows of the whole list. Null in a list that is not counted, unless this is its last page. */
                        total: number | null;
                        /** @description The account has more than one. */
                        enabled: boolean;
                        /** @description The same rows as data. */
                        workspaces: components["schemas"]["Workspace"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused. Use a new UUID for each request. "abc" in quotes is the same key as abc. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unlike the names of the others. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6",
                     *       "name": "Default",
                     *       "isDefault": false
                     *     }
                     */
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    onJobCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description sha256= and, in hex, the HMAC-SHA256 of the raw body, keyed with the secret exactly as it was shown. */
                "X-Service-Signature": string;
                /** @description The event, as in the body. */
                "X-Service-Event": string;
                /** @description The delivery: the same for every attempt. A receiver that has seen it can drop the copy. */
                "webhook-id": string;
                /** @description Seconds since 1970 of this attempt. */
                "webhook-timestamp": string;
                /** @description v1,<base64> as Standard Webhooks has it; several, separated by spaces, while a rotation overlaps. */
                "webhook-signature": string;
                /** @description The request that asked for the job; absent when no request did. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "job.completed",
                 *       "status": "completed",
                 *       "stats": {
                 *         "rowsTotal": 415,
                 *         "rowsIngested": 412,
                 *         "rowsSkipped": 2,
                 *         "rowsFailed": 1,
                 *         "rowWarnings": 3,
                 *         "members": 398,
                 *         "green": 371,
                 *         "yellow": 9,
                 *         "red": 4,
                 *         "new": 16,
                 *         "reappeared": 2,
                 *         "commissionTotal": 10250.75,
                 *         "unassignedCount": 1,
                 *         "unassignedAmount": 250,
                 *         "chargebackCount": 3,
                 *         "chargebackAmount": 131.4,
                 *         "commissionOwedEstimated": 0,
                 *         "commissionOwed": 212.5
                 *       },
                 *       "jobId": "0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70",
                 *       "fileId": "6c5f0e3d-8b2a-4d19-a7e4-3b1c9d0f2e58",
                 *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                 *       "period": "2026-03",
                 *       "mode": "ingest",
                 *       "warnings": [],
                 *       "_links": {
                 *         "self": {
                 *           "href": "https://api.example.com/v1/jobs/0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70"
                 *         },
                 *         "job": {
                 *           "href": "https://api.example.com/v1/jobs/0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70"
                 *         },
                 *         "results": {
                 *           "href": "https://api.example.com/v1/jobs/0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70/results"
                 *         },
                 *         "deltas": {
                 *           "href": "https://api.example.com/v1/jobs/0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70/deltas"
                 *         }
                 *       },
                 *       "error": null,
                 *       "carrierEvents": [
                 *         {
                 *           "id": "5d0c7a52-8a64-4a5e-9a0b-6b1f0c2d3e4f",
                 *           "kind": "pay_reduced",
                 *           "scope": "carrier",
                 *           "scopeValue": null,
                 *           "members": 147,
                 *           "compared": 149,
                 *           "changePercent": -20,
                 *           "amount": 214.6,
                 *           "detail": "The carrier pays 20 % less for 147 of 149 members since Jan 2026."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["JobEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again later; 410: the webhook is switched off. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onJobFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description sha256= and, in hex, the HMAC-SHA256 of the raw body, keyed with the secret exactly as it was shown. */
                "X-Service-Signature": string;
                /** @description The event, as in the body. */
                "X-Service-Event": string;
                /** @description The delivery: the same for every attempt. A receiver that has seen it can drop the copy. */
                "webhook-id": string;
                /** @description Seconds since 1970 of this attempt. */
                "webhook-timestamp": string;
                /** @description v1,<base64> as Standard Webhooks has it; several, separated by spaces, while a rotation overlaps. */
                "webhook-signature": string;
                /** @description The request that asked for the job; absent when no request did. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "job.failed",
                 *       "status": "failed",
                 *       "stats": {},
                 *       "jobId": "0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70",
                 *       "fileId": "6c5f0e3d-8b2a-4d19-a7e4-3b1c9d0f2e58",
                 *       "carrierId": "c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
                 *       "period": "2026-03",
                 *       "mode": "ingest",
                 *       "warnings": [],
                 *       "_links": {
                 *         "self": {
                 *           "href": "https://api.example.com/v1/jobs/0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70"
                 *         },
                 *         "job": {
                 *           "href": "https://api.example.com/v1/jobs/0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70"
                 *         },
                 *         "results": {
                 *           "href": "https://api.example.com/v1/jobs/0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70/results"
                 *         },
                 *         "deltas": {
                 *           "href": "https://api.example.com/v1/jobs/0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70/deltas"
                 *         }
                 *       },
                 *       "error": "The file has 40,001 rows; the limit is 40,000.",
                 *       "carrierEvents": []
                 *     }
                 */
                "application/json": components["schemas"]["JobEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again later; 410: the webhook is switched off. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description sha256= and, in hex, the HMAC-SHA256 of the raw body, keyed with the secret exactly as it was shown. */
                "X-Service-Signature": string;
                /** @description The event, as in the body. */
                "X-Service-Event": string;
                /** @description The delivery: the same for every attempt. A receiver that has seen it can drop the copy. */
                "webhook-id": string;
                /** @description Seconds since 1970 of this attempt. */
                "webhook-timestamp": string;
                /** @description v1,<base64> as Standard Webhooks has it; several, separated by spaces, while a rotation overlaps. */
                "webhook-signature": string;
                /** @description The request that asked for the job; absent when no request did. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "webhook.test",
                 *       "jobId": null,
                 *       "fileId": null,
                 *       "carrierId": null,
                 *       "period": null,
                 *       "mode": null,
                 *       "status": null,
                 *       "stats": {},
                 *       "warnings": [],
                 *       "error": null,
                 *       "carrierEvents": [],
                 *       "_links": {
                 *         "self": {
                 *           "href": "https://api.example.com/v1/webhooks/7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TestEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again later; 410: the webhook is switched off. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
