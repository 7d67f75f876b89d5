// Written by `npm run client` from openapi.json. Change the routes, never this file.

export interface paths {
    "/v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
        delete: operations["deleteOwnAccount"];
        options?: never;
        head?: never;
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
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/owner-mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOwnerMails"];
        put: operations["updateOwnerMails"];
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
        get: operations["getReportAddress"];
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
        get: operations["getRetention"];
        put: operations["updateRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteTestAccount"];
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
        get: operations["listAccounts"];
        put?: never;
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
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
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
        get: operations["listTokens"];
        put?: never;
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
        get: operations["getDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/heaviest-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listHeaviestAccounts"];
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
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAgents"];
        put?: never;
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/proposals/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptAgentProposals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/proposals/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["refuseAgentProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/spellings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAgentSpellings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgent"];
        put?: never;
        post?: never;
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        patch: operations["updateAgent"];
        trace?: never;
    };
    "/v1/agents/{agentId}/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createAgentName"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agentId}/names/{nameId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteAgentName"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agentId}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgentPay"];
        put?: never;
        post?: never;
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
        get: operations["listCarriers"];
        put?: never;
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
        get: operations["getCarrier"];
        put?: never;
        post?: never;
        delete: operations["deleteCarrier"];
        options?: never;
        head?: never;
        patch: operations["updateCarrier"];
        trace?: never;
    };
    "/v1/carriers/{carrierId}/commission-department": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCommissionDepartment"];
        put: operations["updateCommissionDepartment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carriers/{carrierId}/configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listConfigs"];
        put?: never;
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
        get: operations["getConfig"];
        put?: never;
        post?: never;
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
        get: operations["getDropOffs"];
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
        get: operations["listDisputes"];
        put?: never;
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
        get: operations["getDispute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateDispute"];
        trace?: never;
    };
    "/v1/disputes/{disputeId}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDisputeAnswer"];
        put: operations["updateDisputeAnswer"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes/{disputeId}/letter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDisputeLetter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes/{disputeId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDisputePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes/{disputeId}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendDispute"];
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
        get: operations["listEmailAddresses"];
        put?: never;
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
        get: operations["getEmailAddress"];
        put?: never;
        post?: never;
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
        post: operations["rotateEmailAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEvents"];
        put?: never;
        post?: never;
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
        get: operations["listExpectedRates"];
        put?: never;
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
        get: operations["listFiles"];
        put?: never;
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
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{fileId}/left": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateLeftFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{fileId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["moveFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{fileId}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFileOriginal"];
        put?: never;
        post?: never;
        delete?: never;
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
        get: operations["getJobExceptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{jobId}/failed-rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJobFailedRows"];
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
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/letterhead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLetterhead"];
        put: operations["updateLetterhead"];
        post?: never;
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
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
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
        post: operations["undoMemberAliases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/contacts/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importMemberContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/to-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPeopleToCall"];
        put?: never;
        post?: never;
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
        get: operations["listMemberAliases"];
        put?: never;
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
        get: operations["getMemberContact"];
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
        get: operations["listMemberNotes"];
        put?: never;
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
        delete: operations["deleteMemberNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{memberRefId}/related": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRelatedMembers"];
        put?: never;
        post?: never;
        delete?: never;
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
        get: operations["getMonth"];
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
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPayChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPayQuestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-questions/{questionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updatePayQuestion"];
        trace?: never;
    };
    "/v1/pay-questions/{questionId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPayMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPayRuns"];
        put?: never;
        post: operations["createPayRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPayRun"];
        put?: never;
        post?: never;
        delete: operations["deletePayRun"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPayAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/adjustments/{adjustmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deletePayAdjustment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/agents/{agentId}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPayQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/agents/{agentId}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgentStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/agents/{agentId}/statement-pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgentStatementPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["approvePayRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["comparePayRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPayJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPayRunLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["markPayRunPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPayPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reviewPayRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-runs/{runId}/statement-mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPayMails"];
        put?: never;
        post: operations["sendPayMails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPaySetup"];
        put: operations["updatePaySetup"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay-setup/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importPaySheet"];
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
        get: operations["listPolicies"];
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
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/agent-pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgentPayReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/agent-payables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgentPayables"];
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
        get: operations["getRollup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["runReport"];
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
        get: operations["listSavedReports"];
        put?: never;
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
        put: operations["updateSavedReport"];
        post?: never;
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
        get: operations["getTax1099"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/year": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getYearReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSearchResults"];
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
        get: operations["listSftpUsers"];
        put?: never;
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
        get: operations["getSftpUser"];
        put?: never;
        post?: never;
        delete: operations["deleteSftpUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{carrierId}/{period}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{carrierId}/{period}/deposit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateStatementDeposit"];
        post?: never;
        delete: operations["deleteStatementDeposit"];
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
        delete: operations["deleteTeamMember"];
        options?: never;
        head?: never;
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
        get: operations["listOwnTokens"];
        put?: never;
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
        get: operations["listWebhooks"];
        put?: never;
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
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
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
        get: operations["listWorkspaces"];
        put?: never;
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
        post: operations["onJobFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pay_run.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onPayRunApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pay_run.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onPayRunPaid"];
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
        Csv: never;
        Workbook: never;
        JobEvent: components["schemas"]["JobCompletedEvent"] | components["schemas"]["JobFailedEvent"];
        JobCompletedEvent: {
            jobId: string;
            fileId: string;
            carrierId: string;
            period: string;
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            warnings: components["schemas"]["Warning"][];
            error: string | null;
            carrierEvents: components["schemas"]["CarrierEventSummary"][];
            month?: components["schemas"]["MonthOfEvent"];
            _links: components["schemas"]["JobEventLinks"];
            event: "job.completed";
            status: "completed";
            stats: components["schemas"]["JobStats"];
        };
        Warning: {
            code: string;
            detail: string;
        };
        CarrierEventSummary: {
            id: string;
            kind: "pay_reduced" | "pay_increased" | "members_left" | "shared_finding";
            scope: "carrier" | "product_type" | "plan_code" | "plan_name" | "agent" | "county" | "state" | "policy_number";
            scopeValue: string | null;
            members: number;
            compared: number;
            changePercent: number | null;
            amount: number;
            detail: string;
        };
        MonthOfEvent: {
            state: "open" | "complete" | "closed";
            files: components["schemas"]["ReceivedFiles"];
            absence: "provisional" | "final" | null;
        };
        ReceivedFiles: {
            received: number;
            expected: number;
            known: "set" | "learned";
        };
        JobEventLinks: {
            self: components["schemas"]["Link"];
            job: components["schemas"]["Link"];
            results: components["schemas"]["Link"];
            deltas: components["schemas"]["Link"];
        };
        Link: {
            href: string;
        };
        JobStats: {
            members: number;
            green: number;
            yellow: number;
            red: number;
            new: number;
            reappeared: number;
            commissionTotal: number;
            unassignedCount: number;
            unassignedAmount: number;
            chargebackCount: number;
            chargebackAmount: number;
            commissionOwed: number;
            commissionOwedEstimated: number;
            rowsTotal?: number;
            rowsIngested?: number;
            rowsUnassigned?: number;
            rowsSkipped?: number;
            rowsFailed?: number;
            rowWarnings?: number;
            statedTotal?: number;
            ingestedTotal?: number;
            variance?: number;
        };
        JobFailedEvent: {
            jobId: string;
            fileId: string;
            carrierId: string;
            period: string;
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            warnings: components["schemas"]["Warning"][];
            error: string | null;
            carrierEvents: components["schemas"]["CarrierEventSummary"][];
            month?: components["schemas"]["MonthOfEvent"];
            _links: components["schemas"]["JobEventLinks"];
            event: "job.failed";
            status: "failed";
            stats: components["schemas"]["NoStats"];
        };
        NoStats: {
            members?: number;
            green?: number;
            yellow?: number;
            red?: number;
            new?: number;
            reappeared?: number;
            commissionTotal?: number;
            unassignedCount?: number;
            unassignedAmount?: number;
            chargebackCount?: number;
            chargebackAmount?: number;
            commissionOwed?: number;
            commissionOwedEstimated?: number;
            rowsTotal?: number;
            rowsIngested?: number;
            rowsUnassigned?: number;
            rowsSkipped?: number;
            rowsFailed?: number;
            rowWarnings?: number;
            statedTotal?: number;
            ingestedTotal?: number;
            variance?: number;
        };
        PayRunEvent: components["schemas"]["PayRunApprovedEvent"] | components["schemas"]["PayRunPaidEvent"];
        PayRunApprovedEvent: {
            runId: string;
            payDate: string;
            months: string[];
            sums: {
                received: number;
                people: number;
                house: number;
                held: number;
                paid: number;
            };
            agents: number;
            approvedAt: string;
            _links: components["schemas"]["PayRunEventLinks"];
            event: "pay_run.approved";
            paidOn: null;
            method: null;
            reference: null;
        };
        PayRunEventLinks: {
            self: components["schemas"]["Link"];
            lines: components["schemas"]["Link"];
            payments: components["schemas"]["Link"];
            journal: components["schemas"]["Link"];
        };
        PayRunPaidEvent: {
            runId: string;
            payDate: string;
            months: string[];
            sums: {
                received: number;
                people: number;
                house: number;
                held: number;
                paid: number;
            };
            agents: number;
            approvedAt: string;
            _links: components["schemas"]["PayRunEventLinks"];
            event: "pay_run.paid";
            paidOn: string;
            method: string;
            reference: string | null;
        };
        TestEvent: {
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
        Problem: {
            type: "about:blank";
            title: string;
            status: number;
            detail?: string;
            instance: string;
            code: "bad_request" | "unauthorized" | "forbidden" | "account_not_provisioned" | "tier_required" | "not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "period_exists" | "already_retracted" | "conflict" | "nothing_to_rescore" | "storage_quota_exceeded" | "month_archived" | "account_moved" | "payload_too_large" | "unsupported_media_type" | "validation_error" | "workspace_required" | "carrier_not_configured" | "invalid_sql" | "query_limit" | "rate_limited" | "internal_error" | "account_moving" | "service_unavailable" | "storage_full";
            requestId: string;
            errors?: {
                field: string;
                detail: string;
            }[];
            carrierId?: string;
        };
        AccountDeletion: {
            id: string;
            accountId: string;
            status: "pending" | "running" | "completed";
            requestedBy: string;
            requestedAt: string;
            completedAt: string | null;
            removed: components["schemas"]["RemovedCounts"];
            certificate: {
                accountId: string;
                completedAt: string;
                deletionId: string;
                removed: components["schemas"]["RemovedCounts"];
                requestedAt: string;
                requestedBy: string;
            } | null;
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
        OwnerMails: {
            isOn: boolean;
            owners: number;
        };
        OwnerMailsChange: {
            isOn: boolean;
        };
        ReportAddress: {
            email: string | null;
        };
        RetentionSettings: {
            readFileHours: number;
            rejectedRowDays: number;
        };
        AccountUsage: {
            usedBytes: number;
            maxBytes: number;
            statementBytes: number;
            incomingBytes: number;
            originalBytes: number;
            exceptionBytes: number;
            noteBytes: number;
            openJobs: number;
            openJobsMax: number;
            retention: components["schemas"]["Retention"];
        };
        Retention: {
            readFileHours: number;
            unreadFileDays: number;
            rejectedRowDays: number;
            webhookDeliveryDays: number;
        };
        Account: {
            id: string;
            name: string;
            tier: "standard" | "enterprise";
            status: "active" | "pending" | "suspended" | "moving" | "moved";
            email: string | null;
            rateLimitPerMinute: number | null;
            storageBytesMax: number | null;
            createdAt: string;
        };
        OffsetPagination: {
            limit: number;
            offset: number;
            hasMore: boolean;
        };
        IssuedToken: {
            id: string;
            label: string | null;
            scopes: ("read" | "write")[];
            isTest: boolean;
            createdAt: string;
            expiresAt: string | null;
            revokedAt: string | null;
            token: string;
        };
        ApiToken: {
            id: string;
            label: string | null;
            scopes: ("read" | "write")[];
            isTest: boolean;
            createdAt: string;
            expiresAt: string | null;
            revokedAt: string | null;
        };
        Carrier: {
            id: string;
            name: string;
            slug: string;
            productLine: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
            groupId: string | null;
            configured: boolean;
            activeConfigVersion: number | null;
            expectedFiles: number | null;
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
            replaces: {
                version: number;
                readsPrevious: boolean;
            } | null;
        };
        NewStatementConfig: {
            fileType: "csv" | "xlsx" | "pdf" | "auto";
            encoding?: "auto" | "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
            delimiter?: "auto" | "," | ";" | "\t" | "|";
            sheets?: ("first" | "all") | string[];
            headerRow?: "auto" | number;
            headerRows?: 1 | 2;
            columns: components["schemas"]["StatementColumns"];
            optionalColumns?: ("member_external_id" | "commission_amount" | "member_name" | "first_name" | "last_name" | "email" | "policy_number" | "plan_name" | "plan_code" | "product_type" | "premium_amount" | "lives" | "rate" | "effective_date" | "term_date" | "term_reason" | "coverage_month" | "paid_date" | "paid_through" | "months_paid" | "transaction_type" | "agent_id" | "agent_name" | "state" | "county" | "carrier_status" | "renewal_date" | "description" | "split" | "alternate_member_id")[];
            dates?: {
                order?: "MDY" | "DMY" | "YMD";
                openEnded?: string[];
            };
            amounts?: {
                decimal?: "." | ",";
                creditDebitMark?: "negative" | "cr_positive" | "ignore";
            };
            sign?: ("signed" | "inverted" | "by_type") | {
                debit: string;
                credit: string;
            };
            transactionTypes?: {
                chargeback?: string[];
                ignore?: string[];
            };
            skipRows?: {
                totals?: boolean;
                patterns?: string[];
            };
            filter?: {
                column: string;
                equals: string;
            }[];
            carryDown?: ("member_external_id" | "commission_amount" | "member_name" | "first_name" | "last_name" | "email" | "policy_number" | "plan_name" | "plan_code" | "product_type" | "premium_amount" | "lives" | "rate" | "effective_date" | "term_date" | "term_reason" | "coverage_month" | "paid_date" | "paid_through" | "months_paid" | "transaction_type" | "agent_id" | "agent_name" | "state" | "county" | "carrier_status" | "renewal_date" | "description" | "split" | "alternate_member_id")[];
            statementMode?: "period" | "rolling" | "ytd";
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
                kind: "commission" | "override" | "bonus" | "fee" | "advance" | "adjustment" | "true_up";
                patterns: string[];
            }[];
            tolerance?: {
                absolute?: number;
                percent?: number;
            };
            memberId?: {
                stripLeadingZeros?: boolean;
                pattern?: string | null;
            };
            sftp?: {
                patterns?: string[];
                onExisting?: "reject" | "replace" | "append";
            };
            email?: {
                allowedSenders?: string[];
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
        ColumnSource: string | string[] | {
            concat: string[];
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
            sheetName: true;
        } | {
            groupRow: string;
        };
        DeadLetter: {
            id: string;
            queue: string;
            receiveCount: number;
            recordedAt: string;
            jobId: string | null;
            jobStatus: "queued" | "processing" | "completed" | "failed" | "canceled" | null;
            accountName: string | null;
        };
        HeavyAccount: {
            accountId: string;
            accountName: string;
            jobs: number;
            rows: number;
            workerSeconds: number;
            storedBytes: number;
        };
        OperatorJob: {
            id: string;
            accountId: string;
            accountName: string;
            carrierName: string;
            period: string;
            mode: string;
            status: "queued" | "processing" | "completed" | "failed" | "canceled";
            attempts: number;
            errorCode: string | null;
            createdAt: string;
            completedAt: string | null;
        };
        TaskRun: {
            id: string;
            task: string;
            ranAt: string;
            durationMs: number;
            requeued: number;
            jobsFailed: number;
            resent: number;
            webhooksRedelivered: number;
            ownersMailed: number;
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
            ownersMailed: number;
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
            userId: string;
            name: string;
            email: string;
            role: "owner" | "staff" | "read_only" | "agent";
            agent: string | null;
            agentRecordId: string | null;
            status: "invited" | "active";
            invitedAt: string;
            joinedAt: string | null;
            signInLink: string;
        };
        Agent: {
            agentId: string;
            name: string;
            npn: string | null;
            email: string | null;
            phone: string | null;
            address: string | null;
            uplineId: string | null;
            leftFrom: string | null;
            isHouse: boolean;
            taxFormOn: string | null;
            names: components["schemas"]["AgentName"][];
            createdAt: string;
            updatedAt: string;
        };
        AgentName: {
            nameId: string;
            kind: "name" | "number";
            text: string;
            carrierId: string | null;
            carrierName: string | null;
        };
        AcceptedProposals: {
            created: number;
            completed: number;
            names: number;
        };
        AgentSpelling: {
            kind: "name" | "number";
            text: string;
            carrierId: string;
            carrierName: string;
            firstPeriod: string;
            lastPeriod: string;
            paidNet: number;
            agentId: string | null;
            agentName: string | null;
            nameId: string | null;
            isApart: boolean;
            proposal: components["schemas"]["AgentProposal"];
        };
        AgentProposal: {
            proposalId: string;
            certainty: "sure" | "maybe";
            agentId: string | null;
            name: string;
            reason: string;
        } | null;
        AgentPay: {
            agentId: string;
            agentName: string;
            balance: components["schemas"]["PayBalance"];
            years: {
                year: number;
                paid: number;
            }[];
            statements: components["schemas"]["PaidStatement"][];
        };
        PayBalance: {
            waiting: number;
            holdback: number;
            debt: number;
        };
        PaidStatement: {
            earned: number;
            takenBack: number;
            adjustments: number;
            advance: number;
            heldBack: number;
            released: number;
            recovered: number;
            paid: number;
            before: components["schemas"]["PayBalance"];
            after: components["schemas"]["PayBalance"] & unknown;
            runId: string;
            payDate: string;
            months: string[];
            isPaid: boolean;
            paidOn: string | null;
        };
        AuditEntry: {
            id: string;
            actor: string;
            action: string;
            target: string | null;
            meta: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            ip: string | null;
            createdAt: string;
        };
        JsonValue: unknown;
        CarrierEvent: {
            id: string;
            workspaceId: string;
            carrierId: string;
            period: string;
            kind: "pay_reduced" | "pay_increased" | "members_left" | "shared_finding";
            scope: "carrier" | "product_type" | "plan_code" | "plan_name" | "agent" | "county" | "state" | "policy_number";
            scopeValue: string | null;
            code: "COMMISSION_INCREASED" | "COMMISSION_REDUCED" | "ZERO_COMMISSION" | "NEGATIVE_NET" | "PLAN_CHANGED" | "POLICY_CHANGED" | "PREMIUM_CHANGED" | "AGENT_CHANGED" | "RATE_CHANGED" | "UNDERPAID" | "OVERPAID" | "RATE_MISSING" | "ABOVE_CMS_MAX" | "PAID_AHEAD" | "CATCH_UP_PAYMENT" | "MISSED_MONTHS" | "TERMINATED" | "RETRO_TERMINATION" | "RAPID_DISENROLLMENT" | "DUPLICATE_PAYMENT" | "CHARGEBACK_DUPLICATE" | "CHARGEBACK_UNMATCHED" | "CHARGEBACK_EXCEEDS_PAID" | "CHARGEBACK_ON_ACTIVE" | "REINSTATED_NOT_REPAID" | "TRUE_UP" | "TRUE_UP_MISSING" | null;
            members: number;
            compared: number;
            changePercent: number | null;
            amount: number;
            eachAmount: number | null;
            askedIn: string | null;
            detail: string;
            rateType: "flat_per_member" | "percent_of_premium" | null;
            rateValue: number | null;
            noRateReason: string | null;
            state: "open" | "accepted" | "disputed";
            rateId: string | null;
            decidedAt: string | null;
            disputeId: string | null;
        };
        AcceptedCarrierEvent: {
            id: string;
            workspaceId: string;
            carrierId: string;
            period: string;
            kind: "pay_reduced" | "pay_increased" | "members_left" | "shared_finding";
            scope: "carrier" | "product_type" | "plan_code" | "plan_name" | "agent" | "county" | "state" | "policy_number";
            scopeValue: string | null;
            code: "COMMISSION_INCREASED" | "COMMISSION_REDUCED" | "ZERO_COMMISSION" | "NEGATIVE_NET" | "PLAN_CHANGED" | "POLICY_CHANGED" | "PREMIUM_CHANGED" | "AGENT_CHANGED" | "RATE_CHANGED" | "UNDERPAID" | "OVERPAID" | "RATE_MISSING" | "ABOVE_CMS_MAX" | "PAID_AHEAD" | "CATCH_UP_PAYMENT" | "MISSED_MONTHS" | "TERMINATED" | "RETRO_TERMINATION" | "RAPID_DISENROLLMENT" | "DUPLICATE_PAYMENT" | "CHARGEBACK_DUPLICATE" | "CHARGEBACK_UNMATCHED" | "CHARGEBACK_EXCEEDS_PAID" | "CHARGEBACK_ON_ACTIVE" | "REINSTATED_NOT_REPAID" | "TRUE_UP" | "TRUE_UP_MISSING" | null;
            members: number;
            compared: number;
            changePercent: number | null;
            amount: number;
            eachAmount: number | null;
            askedIn: string | null;
            detail: string;
            rateType: "flat_per_member" | "percent_of_premium" | null;
            rateValue: number | null;
            noRateReason: string | null;
            state: "open" | "accepted" | "disputed";
            rateId: string | null;
            decidedAt: string | null;
            disputeId: string | null;
            rescoredPeriods: number;
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
            ambiguous: boolean;
            best: {
                carrierId: string;
                name: string;
                slug: string;
                productLine: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
                confidence: number;
                reason: string;
            } | null;
            ranked: {
                carrierId: string;
                name: string;
                slug: string;
                productLine: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
                confidence: number;
                reason: string;
            }[];
        };
        CommissionDepartment: {
            carrierId: string;
            name: string | null;
            email: string | null;
            address: string | null;
        };
        ConfigVersion: {
            id: string;
            carrierId: string;
            version: number;
            active: boolean;
            shared: boolean;
            createdAt: string;
            config: components["schemas"]["StatementConfig"];
            removedAt: string | null;
        };
        StatementConfig: {
            fileType: "csv" | "xlsx" | "pdf" | "auto";
            encoding: "auto" | "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
            delimiter: "auto" | "," | ";" | "\t" | "|";
            sheets: ("first" | "all") | string[];
            headerRow: "auto" | number;
            headerRows?: 1 | 2;
            columns: components["schemas"]["StatementColumns"];
            optionalColumns?: ("member_external_id" | "commission_amount" | "member_name" | "first_name" | "last_name" | "email" | "policy_number" | "plan_name" | "plan_code" | "product_type" | "premium_amount" | "lives" | "rate" | "effective_date" | "term_date" | "term_reason" | "coverage_month" | "paid_date" | "paid_through" | "months_paid" | "transaction_type" | "agent_id" | "agent_name" | "state" | "county" | "carrier_status" | "renewal_date" | "description" | "split" | "alternate_member_id")[];
            dates: {
                order: "MDY" | "DMY" | "YMD";
                openEnded: string[];
            };
            amounts: {
                decimal: "." | ",";
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
                onExisting: "reject" | "replace" | "append";
            };
            email: {
                allowedSenders: string[];
                periodFrom: "filename" | "subject" | "statement";
            };
        };
        FormatInference: {
            config: components["schemas"]["StatementConfig"];
            confidence: number;
            headerRow: number | null;
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
            sampledRows: number;
            preview: components["schemas"]["TrialRow"][];
        };
        TrialRow: {
            row: number;
            member_external_id: string;
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
            unassigned: number;
            failed: number;
            skipped: number;
            skippedBy: {
                [key: string]: number;
            };
            rows: components["schemas"]["TrialRow"][];
            failures: {
                row: number;
                errors: string[];
            }[];
            rowWarnings: {
                row: number;
                detail: string;
            }[];
            totals: {
                commissionTotal: number;
                members: number;
                chargebackCount: number;
                chargebackAmount: number;
            };
            warnings: components["schemas"]["Warning"][];
        };
        DropOffs: {
            carrierId: string;
            sftp: {
                patterns: string[];
                onExisting: "reject" | "replace" | "append";
            };
            email: {
                allowedSenders: string[];
                periodFrom: "filename" | "subject" | "statement";
            };
            own: components["schemas"]["OwnDropOffSettings"];
            setAt: string | null;
        };
        OwnDropOffSettings: {
            sftp: {
                patterns: string[] | null;
                onExisting: "reject" | "replace" | "append" | null;
            };
            email: {
                allowedSenders: string[] | null;
                periodFrom: "filename" | "subject" | "statement" | null;
            };
        };
        DropOffsChange: {
            sftp?: {
                patterns?: string[] | null;
                onExisting?: "reject" | "replace" | "append" | null;
            };
            email?: {
                allowedSenders?: string[] | null;
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
            kind: "gone" | "paid_less" | "planned_step" | "new" | "back" | "paid_more" | "taken_back" | "same";
            before: number;
            now: number;
            difference: number;
            atRisk: number;
            reason: string | null;
            period: string;
            comparedAgainstPeriod: string | null;
            provisional: boolean;
        };
        ChangeCounts: {
            gone: number;
            paid_less: number;
            planned_step: number;
            new: number;
            back: number;
            paid_more: number;
            taken_back: number;
            same: number | null;
        };
        ChangeAmounts: {
            gone: number;
            paid_less: number;
            planned_step: number;
        };
        Chargeback: {
            memberRefId: string;
            policyRefId: string | null;
            memberExternalId: string;
            policyNumber: string | null;
            planName: string | null;
            chargebackAmount: number;
            paidOut: number;
            originalPayout: {
                period: string;
                amount: number;
                fileId: string;
                fileName: string;
            } | null;
            fullyReversed: boolean;
            memberName: string | null;
            workspaceId: string;
            carrierId: string;
            carrierName: string;
            agentId: string | null;
            agentName: string | null;
            effectiveDate: string | null;
            termDate: string | null;
            period: string;
            coverageMonths: string[];
            paidDate: string | null;
        };
        ComparisonRow: {
            memberRefId: string;
            policyRefId: string | null;
            carrierId: string;
            workspaceId: string;
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            flags: ("NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK")[];
            commissionAmount: number;
            prevCommissionAmount: number;
            comparedAgainstPeriod: string;
            memberName: string | null;
            memberExternalId: string;
            policyNumber?: string;
            provisional: boolean;
            carrierName: string;
            agentId: string | null;
            agentName: string | null;
            effectiveDate: string | null;
            termDate: string | null;
        };
        ComparisonDelta: {
            memberRefId: string;
            field: string;
            prevValue: number | string | null;
            currValue: number | string | null;
            changeType: "added" | "removed" | "modified";
            memberExternalId: string;
            memberName: string | null;
            policyNumber: string | null;
            carrierId: string;
            carrierName: string;
            agentId: string | null;
            agentName: string | null;
            effectiveDate: string | null;
            termDate: string | null;
        };
        WholeDispute: {
            id: string;
            carrierId: string;
            carrierName: string;
            state: "asked" | "answered" | "paid" | "refused";
            closedBySystem: boolean;
            note: string | null;
            claims: number;
            askedAmount: number;
            recoveredAmount: number;
            otherPaidAmount: number;
            paidAmount: number;
            sentAt: string | null;
            sentTo: string | null;
            withdrawnAt: string | null;
            askAgainOn: string | null;
            answer: components["schemas"]["DisputeAnswer"];
            createdAt: string;
            changedAt: string;
            closedAt: string | null;
            letter: string;
            rows: components["schemas"]["DisputeRow"][];
        };
        DisputeAnswer: {
            fileName: string;
            mediaType: string;
            byteSize: number;
        } | null;
        DisputeRow: {
            claimId: string;
            kind: "underpaid" | "missed_months" | "wrong_chargeback" | "double_chargeback" | "unmatched_chargeback" | "not_repaid" | "true_up_missing";
            certainty: "certain" | "likely" | "to_check";
            basis: "contracted" | "statement_rate" | "statements" | "cms" | "earlier_pay" | "estimated";
            period: string;
            workspaceId: string;
            memberRefId: string;
            memberExternalId: string;
            memberName: string | null;
            policyNumber: string | null;
            planName: string | null;
            askedAmount: number;
            openAmount: number;
            recoveredAmount: number;
            agentName: string | null;
            agentNpn: string | null;
            agentNumber: string | null;
            ask: string;
            evidence: components["schemas"]["ClaimEvidence"][];
        };
        ClaimEvidence: {
            period: string;
            fileId: string;
            fileName: string;
            sheet: number;
            rowNumber: number;
            amount: number;
            what: "paid" | "charged_back" | "recovered";
        };
        Dispute: {
            id: string;
            carrierId: string;
            carrierName: string;
            state: "asked" | "answered" | "paid" | "refused";
            closedBySystem: boolean;
            note: string | null;
            claims: number;
            askedAmount: number;
            recoveredAmount: number;
            otherPaidAmount: number;
            paidAmount: number;
            sentAt: string | null;
            sentTo: string | null;
            withdrawnAt: string | null;
            askAgainOn: string | null;
            answer: components["schemas"]["DisputeAnswer"];
            createdAt: string;
            changedAt: string;
            closedAt: string | null;
        };
        DisputeSums: {
            state: "asked" | "answered" | "paid" | "refused";
            disputes: number;
            askedAmount: number;
            paidAmount: number;
        };
        DropOffPlaces: {
            isAllowed: boolean;
            canFile: boolean;
            email: {
                domain: string;
            } | null;
            sftp: {
                host: string;
                port: number;
                fingerprint: string;
            } | null;
        };
        EmailAddress: {
            id: string;
            address: string;
            carrierId: string;
            workspaceId: string | null;
            createdAt: string;
        };
        EventList: {
            data: components["schemas"]["Event"][];
            pagination: components["schemas"]["EventPagination"];
        };
        Event: {
            id: number;
            event: string;
            jobId: string | null;
            createdAt: string;
            body: string;
        };
        EventPagination: {
            limit: number;
            nextCursor: number;
            hasMore: boolean;
        };
        ExpectedRate: {
            id: string;
            carrierId: string;
            planCode: string | null;
            rateType: "flat_per_member" | "percent_of_premium";
            rateValue: number;
            tier: "initial" | "renewal" | null;
            state: string | null;
            effectiveFrom: string | null;
            effectiveTo: string | null;
            source: "contracted" | "estimated";
            workspaceId: string | null;
            basisPeriod: string | null;
            sampleSize: number | null;
            createdAt: string;
            planName: string | null;
            productType: string | null;
            maxLives: number | null;
            fromPolicyMonth: number | null;
            toPolicyMonth: number | null;
            fromLives: number | null;
            toLives: number | null;
        };
        RateSet: {
            id: string;
            carrierId: string;
            planCode: string | null;
            rateType: "flat_per_member" | "percent_of_premium";
            rateValue: number;
            tier: "initial" | "renewal" | null;
            state: string | null;
            effectiveFrom: string | null;
            effectiveTo: string | null;
            source: "contracted" | "estimated";
            workspaceId: string | null;
            basisPeriod: string | null;
            sampleSize: number | null;
            createdAt: string;
            planName: string | null;
            productType: string | null;
            maxLives: number | null;
            fromPolicyMonth: number | null;
            toPolicyMonth: number | null;
            fromLives: number | null;
            toLives: number | null;
            rescoredPeriods: number;
            jobIds?: string[];
        };
        NewExpectedRate: {
            carrierId: string;
            planCode?: string | null;
            rateType: "flat_per_member" | "percent_of_premium";
            rateValue: number;
            tier?: "initial" | "renewal" | null;
            state?: string | null;
            effectiveFrom?: string | null;
            effectiveTo?: string | null;
            maxLives?: number | null;
            fromPolicyMonth?: number | null;
            toPolicyMonth?: number | null;
            fromLives?: number | null;
            toLives?: number | null;
        };
        RatesSet: {
            carrierId: string;
            dryRun: boolean;
            created: number;
            replaced: number;
            unchanged: number;
            rescoredPeriods: number;
            jobIds?: string[];
            ignoredColumns: string[];
            owed: components["schemas"]["OwedComparison"];
        };
        OwedComparison: {
            periodsLeftOut: number;
            totals: components["schemas"]["OwedChange"];
            byPeriod: components["schemas"]["OwedChangeOfPeriod"][];
            largestDifferences: components["schemas"]["OwedDifference"][];
        } | null;
        OwedChange: {
            before: components["schemas"]["OwedCounts"];
            after: components["schemas"]["OwedCounts"];
        };
        OwedCounts: {
            membersEvaluated: number;
            membersOwed: number;
            commissionOwed: number;
            commissionOwedEstimated: number;
            toAskFor: number;
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
            commissionOwedBefore: number | null;
            commissionOwedAfter: number | null;
            difference: number;
        };
        RatePreview: {
            replacedRateId: string | null;
            periodsLeftOut: number;
            totals: components["schemas"]["OwedChange"];
            byPeriod: components["schemas"]["OwedChangeOfPeriod"][];
            largestDifferences: components["schemas"]["OwedDifference"][];
        };
        UploadResult: {
            jobId: string;
            fileId: string;
            status: "queued" | "processing" | "completed" | "failed" | "canceled";
            mode?: "ingest" | "append" | "replace" | "retract" | "rescore";
            idempotent?: true;
            detail?: string;
            warnings?: components["schemas"]["Warning"][];
            files?: {
                fileName: string;
                jobId: string;
                fileId: string;
                status: "queued" | "processing" | "completed" | "failed" | "canceled";
                _links: components["schemas"]["FileLinks"];
            }[];
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
            period: string;
            originalFilename: string;
            byteSize: number;
            checksumSha256: string;
            source: "api" | "sftp" | "email";
            status: "pending" | "active" | "failed" | "canceled" | "replaced" | "retracted";
            jobId: string;
            rowsIngested: number | null;
            statedTotal: number | null;
            uploadedAt: string;
            supersededAt: string | null;
            rawPurgedAt: string | null;
            rescoreSuggested: boolean;
            _links: components["schemas"]["FileLinks"];
        };
        CursorPagination: {
            limit: number;
            nextCursor: number | null;
            hasMore: boolean;
        };
        IdentifiedStatement: {
            fileType: "csv" | "xlsx" | "pdf";
            checksumSha256: string;
            summary: string | null;
            ambiguous: boolean;
            best: components["schemas"]["IdentifiedCarrier"] | null;
            ranked: components["schemas"]["IdentifiedCarrier"][];
            period: string | null;
            periodFoundIn: "title" | "sheet_name" | "file_name" | "rows" | null;
            periodQuestion: string | null;
            months: {
                period: string;
                foundIn: "title" | "sheet_name" | "file_name" | "rows";
                kind: "statement" | "coverage" | "payment";
                text: string;
            }[];
            statement: {
                readWith: "carrier" | "inferred";
                rows: number;
                failed: number;
                members: number;
                commissionTotal: number;
                chargebackAmount: number;
                warnings: components["schemas"]["Warning"][];
            } | null;
            inferred: components["schemas"]["FormatInference"] | null;
            notes: string[];
        };
        IdentifiedCarrier: {
            carrierId: string;
            name: string;
            slug: string;
            productLine: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
            shared: boolean;
            configVersion: number | null;
            latestPeriod: string | null;
            confidence: number;
            reasons: string[];
        };
        FilePreview: {
            fileType: "csv" | "xlsx" | "pdf";
            sheets: string[];
            sheetSums: {
                name: string;
                isRead: boolean;
                rows: number;
                total: number;
            }[];
            sheet: string | null;
            headerRow: number | null;
            carrierName: string | null;
            columns: components["schemas"]["PreviewColumn"][];
            rows: {
                row: number;
                cells: string[];
            }[];
            confidence: number;
            notes: string[];
            config: components["schemas"]["StatementConfig"];
            isComplete: boolean;
            statement: {
                rows: number;
                failed: number;
                members: number;
                commissionTotal: number;
                chargebackAmount: number;
                printedTotal: number | null;
                totalsMatch: boolean | null;
                failures: {
                    row: number;
                    errors: string[];
                }[];
                warnings: {
                    code: string;
                    detail: string;
                }[];
            } | null;
        };
        PreviewColumn: {
            index: number;
            header: string | null;
            role: "member_external_id" | "commission_amount" | "member_name" | "first_name" | "last_name" | "email" | "policy_number" | "plan_name" | "plan_code" | "product_type" | "premium_amount" | "lives" | "rate" | "effective_date" | "term_date" | "term_reason" | "coverage_month" | "paid_date" | "paid_through" | "months_paid" | "transaction_type" | "agent_id" | "agent_name" | "state" | "county" | "carrier_status" | "renewal_date" | "description" | "split" | "alternate_member_id" | null;
            alsoRoles: ("member_external_id" | "commission_amount" | "member_name" | "first_name" | "last_name" | "email" | "policy_number" | "plan_name" | "plan_code" | "product_type" | "premium_amount" | "lives" | "rate" | "effective_date" | "term_date" | "term_reason" | "coverage_month" | "paid_date" | "paid_through" | "months_paid" | "transaction_type" | "agent_id" | "agent_name" | "state" | "county" | "carrier_status" | "renewal_date" | "description" | "split" | "alternate_member_id")[];
            confidence: number;
            isCertain: boolean;
            reason: string | null;
        };
        AcceptedJob: {
            jobId: string;
            fileId: string;
            status: "queued" | "processing" | "completed" | "failed" | "canceled";
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            warnings?: components["schemas"]["Warning"][];
            removedLayout?: number;
            _links: components["schemas"]["FileLinks"];
        };
        LeftFile: {
            fileId: string;
            isLeft: boolean;
        };
        MovedFile: {
            fileId: string;
            jobId: string;
            carrierId: string;
            period: string;
        };
        FileRow: {
            fileId: string;
            fileName: string;
            sheet: number;
            sheetName: string | null;
            row: number;
            headerRow: number | null;
            cells: {
                header: string | null;
                text: string;
            }[];
        };
        Home: {
            period: string | null;
            previousPeriod: string | null;
            totals: components["schemas"]["HomeTotals"];
            bridge: components["schemas"]["PayBridge"];
            months: components["schemas"]["HomeMonth"][];
            carriers: components["schemas"]["HomeCarrier"][];
            agents: components["schemas"]["HomeAgent"][];
            agentCount: number;
            events: components["schemas"]["CarrierEvent"][];
        };
        HomeTotals: {
            paidNet: number;
            paidGross: number;
            chargebacks: number;
            before: number | null;
            difference: number | null;
            members: number;
            gone: number;
            goneAmount: number;
            paidLess: number;
            paidLessAmount: number;
            plannedStep: number;
            plannedStepAmount: number;
            paidMore: number;
            new: number;
            back: number;
            same: number;
            takenBack: number;
            toAskFor: number;
            toCheck: number;
            missingStatements: number;
        };
        PayBridge: {
            before: number;
            now: number;
            steps: components["schemas"]["BridgeStep"][];
            likeForLike: number;
        } | null;
        BridgeStep: {
            part: "gone" | "paid_less" | "planned_step" | "taken_back" | "back" | "new" | "paid_more" | "once" | "other_month" | "no_member" | "not_split" | "carriers_added" | "carriers_missing";
            amount: number;
            count: number | null;
        };
        HomeMonth: {
            period: string;
            paidNet: number;
            paidGross: number;
            chargebacks: number;
            before: number | null;
            difference: number | null;
            members: number;
            gone: number;
            goneAmount: number;
            paidLess: number;
            paidLessAmount: number;
            plannedStep: number;
            plannedStepAmount: number;
            paidMore: number;
            new: number;
            back: number;
            same: number;
            takenBack: number;
            toAskFor: number;
            toCheck: number;
        };
        HomeCarrier: {
            carrierId: string;
            carrierName: string;
            state: "complete" | "waiting" | "missing" | "late";
            usual: components["schemas"]["UsualDay"];
            lastPeriod: string;
            paidByMonth: (number | null)[];
            paidNet: number;
            paidGross: number;
            chargebacks: number;
            before: number | null;
            difference: number | null;
            members: number;
            gone: number;
            goneAmount: number;
            paidLess: number;
            paidLessAmount: number;
            plannedStep: number;
            plannedStepAmount: number;
            paidMore: number;
            new: number;
            back: number;
            same: number;
            takenBack: number;
            toAskFor: number;
            toCheck: number;
        };
        UsualDay: {
            day: number;
            monthsAfter: number;
            words: string;
        } | null;
        HomeAgent: {
            agentId: string | null;
            agentName: string | null;
            agentRecordId: string | null;
            paidNet: number;
            before: number;
            difference: number;
        };
        IntakeItem: {
            id: string;
            source: "sftp" | "email";
            receivedAt: string;
            origin: string;
            fileName: string;
            byteSize: number;
            carrierId: string | null;
            period: string | null;
            outcome: "accepted" | "rejected" | "duplicate" | "held" | "waiting";
            reason: string | null;
            fileId: string | null;
            jobId: string | null;
            isKept: boolean;
        };
        FiledIntakeItem: {
            id: string;
            carrierId: string;
            period: string;
            fileId: string;
            jobId: string;
        };
        IntakeFiling: {
            carrierId: string;
            period: string;
            workspaceId?: string;
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
            period: string;
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            attempts: number;
            configVersion: number | null;
            statsAsOf: string | null;
            currentStats: components["schemas"]["PeriodStats"];
            warnings: components["schemas"]["Warning"][];
            error: string | null;
            errorCode: string | null;
            progress: components["schemas"]["JobProgress"];
            exceptionRowCount: number;
            webhookUrl: string | null;
            createdAt: string;
            startedAt: string | null;
            completedAt: string | null;
            month: components["schemas"]["JobMonth"];
            _links: components["schemas"]["JobLinks"];
            status: "completed";
            stats: components["schemas"]["JobStats"];
        };
        PeriodStats: {
            members: number;
            green: number;
            yellow: number;
            red: number;
            new: number;
            reappeared: number;
            commissionTotal: number;
            unassignedCount: number;
            unassignedAmount: number;
            chargebackCount: number;
            chargebackAmount: number;
            commissionOwed: number;
            commissionOwedEstimated: number;
        } | null;
        JobProgress: {
            stage: string;
            percent: number;
        };
        JobMonth: {
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
            period: string;
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            attempts: number;
            configVersion: number | null;
            statsAsOf: string | null;
            currentStats: components["schemas"]["PeriodStats"];
            warnings: components["schemas"]["Warning"][];
            error: string | null;
            errorCode: string | null;
            progress: components["schemas"]["JobProgress"];
            exceptionRowCount: number;
            webhookUrl: string | null;
            createdAt: string;
            startedAt: string | null;
            completedAt: string | null;
            month: components["schemas"]["JobMonth"];
            _links: components["schemas"]["JobLinks"];
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
            period: string;
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            attempts: number;
            configVersion: number | null;
            statsAsOf: string | null;
            currentStats: components["schemas"]["PeriodStats"];
            warnings: components["schemas"]["Warning"][];
            error: string | null;
            errorCode: string | null;
            progress: components["schemas"]["JobProgress"];
            exceptionRowCount: number;
            webhookUrl: string | null;
            createdAt: string;
            startedAt: string | null;
            completedAt: string | null;
            month: components["schemas"]["JobMonth"];
            _links: components["schemas"]["JobLinks"];
            policies: string | null;
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
            period: string;
            mode: "ingest" | "append" | "replace" | "retract" | "rescore";
            attempts: number;
            configVersion: number | null;
            statsAsOf: string | null;
            currentStats: components["schemas"]["PeriodStats"];
            warnings: components["schemas"]["Warning"][];
            error: string | null;
            errorCode: string | null;
            progress: components["schemas"]["JobProgress"];
            exceptionRowCount: number;
            webhookUrl: string | null;
            createdAt: string;
            startedAt: string | null;
            completedAt: string | null;
            month: components["schemas"]["JobMonth"];
            _links: components["schemas"]["JobLinks"];
            policies: string | null;
            status: "queued" | "processing" | "failed" | "canceled";
            stats: components["schemas"]["NoStats"];
        };
        JobDelta: {
            memberRefId: string;
            field: string;
            prevValue: number | string | null;
            currValue: number | string | null;
            changeType: "added" | "removed" | "modified";
            memberExternalId: string;
            memberName: string | null;
            policyNumber: string | null;
            carrierId: string;
            carrierName: string;
            agentId: string | null;
            agentName: string | null;
            effectiveDate: string | null;
            termDate: string | null;
            period: string;
        };
        FailedRows: {
            headers: string[];
            total: number;
            data: components["schemas"]["FailedRow"][];
        };
        FailedRow: {
            row: number;
            errors: string[];
            cells: string[];
        };
        ResultRow: {
            memberRefId: string;
            policyRefId: string | null;
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            flags: ("NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK")[];
            signals: components["schemas"]["Signal"][];
            reason: string | null;
            commissionAmount: number;
            prevCommissionAmount: number;
            comparedAgainstPeriod: string | null;
            expectedAmount: number | null;
            commissionOwed: number;
            chargebackAmount: number;
            memberExternalId: string;
            memberName: string | null;
            email: string | null;
            planName: string | null;
            policyNumber: string | null;
            premiumAmount: number | null;
            provisional: boolean;
            carrierId: string;
            carrierName: string;
            agentId: string | null;
            agentName: string | null;
            effectiveDate: string | null;
            termDate: string | null;
            period: string;
            paidThrough: string | null;
        };
        Signal: {
            code: "COMMISSION_INCREASED" | "COMMISSION_REDUCED" | "ZERO_COMMISSION" | "NEGATIVE_NET" | "PLAN_CHANGED" | "POLICY_CHANGED" | "PREMIUM_CHANGED" | "AGENT_CHANGED" | "RATE_CHANGED" | "UNDERPAID" | "OVERPAID" | "RATE_MISSING" | "ABOVE_CMS_MAX" | "PAID_AHEAD" | "CATCH_UP_PAYMENT" | "MISSED_MONTHS" | "TERMINATED" | "RETRO_TERMINATION" | "RAPID_DISENROLLMENT" | "DUPLICATE_PAYMENT" | "CHARGEBACK_DUPLICATE" | "CHARGEBACK_UNMATCHED" | "CHARGEBACK_EXCEEDS_PAID" | "CHARGEBACK_ON_ACTIVE" | "REINSTATED_NOT_REPAID" | "TRUE_UP" | "TRUE_UP_MISSING";
            severity: "info" | "warn" | "critical";
            amount?: number;
            detail: string;
            certainty?: "contracted" | "statement_rate" | "estimated";
            claim?: "certain" | "likely" | "to_check";
            event?: string;
        };
        Letterhead: {
            name: string | null;
            address: string | null;
            contact: string | null;
            email: string | null;
            npn: string | null;
            mails: boolean;
        };
        SignedInPerson: {
            userId: string;
            name: string;
            email: string;
            role: "owner" | "staff" | "read_only" | "agent";
            agent: string | null;
            agentRecordId: string | null;
        } | null;
        OwnAccount: {
            accountId: string;
            name: string;
            role: "owner" | "staff" | "read_only" | "agent";
        };
        MemberWithOwed: {
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
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            flags: ("NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK")[];
            lastPeriod: string;
            commissionAmount: number;
            effectiveDate: string | null;
            termDate: string | null;
            provisional: boolean;
            firstPeriod: string;
            lastPaidPeriod: string | null;
            lastPaidAmount: number;
            paidTotal: number;
            owed: number | null;
        };
        AliasProposals: {
            carrierId: string;
            period: string | null;
            missing: number;
            returning: number;
            data: components["schemas"]["AliasProposal"][];
            proposals: components["schemas"]["AliasProposal"][];
        };
        AliasProposal: {
            memberRefId: string;
            memberExternalId: string;
            memberName: string | null;
            externalId: string;
            matchedBy: "policy_number" | "effective_date" | "id" | "plan_and_premium" | "amount";
            workspaceId: string;
            carrierId: string;
        };
        AliasesChanged: {
            members: number;
            rescoredPeriods: number;
            jobIds?: string[];
        };
        MonthOfAliases: {
            carrierId: string;
            workspaceId?: string;
            period: string;
        };
        ContactImport: {
            applied: boolean;
            rows: number;
            counts: {
                new: number;
                changed: number;
                same: number;
                nobody: number;
                several: number;
                faulty: number;
            };
            data: components["schemas"]["ImportedContact"][];
        };
        ImportedContact: {
            row: number;
            name: string | null;
            memberId: string | null;
            policyNumber: string | null;
            phone: string | null;
            email: string | null;
            state: "new" | "changed" | "same" | "nobody" | "several" | "faulty";
            members: {
                memberRefId: string;
                memberName: string | null;
                memberExternalId: string;
                carrierName: string;
                phone: string | null;
                email: string | null;
            }[];
            detail: string | null;
        };
        PersonToCall: {
            memberRefId: string;
            memberName: string | null;
            memberExternalId: string;
            carrierId: string;
            carrierName: string;
            policyNumber: string | null;
            planName: string | null;
            agentName: string | null;
            kind: "gone" | "going";
            period: string;
            termDate: string | null;
            lastPaidPeriod: string | null;
            lastPaidAmount: number;
            phone: string | null;
            email: string | null;
            reason: string | null;
        };
        MemberOnRecord: {
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
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            flags: ("NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK")[];
            lastPeriod: string;
            commissionAmount: number;
            effectiveDate: string | null;
            termDate: string | null;
            provisional: boolean;
            firstPeriod: string;
            lastPaidPeriod: string | null;
            lastPaidAmount: number;
            paidTotal: number;
            owed: number | null;
            formerNames: string[];
        };
        MemberAlias: {
            externalId: string;
            source: "alternate_id" | "relayout" | "manual";
            period: string | null;
            createdAt: string;
        };
        AliasLinked: {
            externalId: string;
            source: "alternate_id" | "relayout" | "manual";
            period: string | null;
            createdAt: string;
            rescoredPeriods: number;
            jobIds?: string[];
        };
        MemberContact: {
            memberRefId: string;
            phone: string | null;
            email: string | null;
            setAt: string | null;
            statementEmail: string | null;
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
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            flags: ("NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK")[];
            lastPeriod: string;
            commissionAmount: number;
            effectiveDate: string | null;
            termDate: string | null;
            provisional: boolean;
            firstPeriod: string;
            lastPaidPeriod: string | null;
            lastPaidAmount: number;
            paidTotal: number;
        };
        JourneyMonth: {
            period: string;
            periodYear: number;
            periodMonth: number;
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            flags: ("NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK")[];
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
            policyRefId: string | null;
            policyNumber: string | null;
            planName: string | null;
            commissionAmount: number;
            premiumAmount: number | null;
        };
        FileReference: {
            fileId: string;
            fileName: string;
            uploadedAt: string;
        };
        Delta: {
            memberRefId: string;
            field: string;
            prevValue: number | string | null;
            currValue: number | string | null;
            changeType: "added" | "removed" | "modified";
        };
        MemberLine: {
            fileId: string;
            fileName: string;
            sheet: number;
            row: number;
            memberExternalId: string;
            memberName: string | null;
            amount: number;
            policyNumber: string | null;
            planName: string | null;
            productType: string | null;
            premiumAmount: number | null;
            rate: number | null;
            effectiveDate: string | null;
            termDate: string | null;
            termReason: string | null;
            coverageMonth: string | null;
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
            author: string | null;
            writtenAt: string;
        };
        RelatedMembers: {
            data: components["schemas"]["RelatedMember"][];
            householdPaidTotal: number | null;
            groupMembers: number | null;
        };
        RelatedMember: {
            relation: "household" | "same_name";
            memberRefId: string;
            memberName: string | null;
            memberExternalId: string;
            carrierId: string;
            carrierName: string;
            policyNumber: string | null;
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            lastPaidPeriod: string | null;
            lastPaidAmount: number;
            paidTotal: number;
        };
        TimelineEntry: {
            period: string;
            status: "green" | "yellow" | "red" | "new" | "reappeared";
            flags: ("NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK")[];
            signals: components["schemas"]["Signal"][];
            reason: string | null;
            commissionAmount: number;
            prevCommissionAmount: number;
            comparedAgainstPeriod: string | null;
            expectedAmount: number | null;
            commissionOwed: number;
            chargebackAmount: number;
            fileId: string;
            jobId: string;
            provisional: boolean;
        };
        Month: {
            period: string;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            state: "open" | "complete" | "closed";
            files: components["schemas"]["MonthFiles"];
            detail: string;
            current: components["schemas"]["MonthFigures"];
            closed: components["schemas"]["ClosedMonth"];
            adjusted: components["schemas"]["MonthDifference"];
        };
        MonthFiles: {
            received: number;
            expected: number | null;
            known: "set" | "learned" | null;
        };
        MonthFigures: {
            memberCount: number;
            red: number;
            paidNet: number;
            paidGross: number;
            chargebacks: number;
            commissionOwed: number;
            commissionOwedEstimated: number | null;
        };
        ClosedMonth: {
            memberCount: number;
            red: number;
            paidNet: number;
            paidGross: number;
            chargebacks: number;
            commissionOwed: number;
            commissionOwedEstimated: number | null;
            closedAt: string;
            closedBy: string;
            signedBy: string | null;
            leftOpen: string[];
        } | null;
        MonthDifference: {
            memberCount: number;
            red: number;
            paidNet: number;
            paidGross: number;
            chargebacks: number;
            commissionOwed: number;
            commissionOwedEstimated: number | null;
        } | null;
        MonthDetails: {
            period: string;
            data: components["schemas"]["DetailedMonth"][];
        };
        DetailedMonth: {
            period: string;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            state: "open" | "complete" | "closed";
            files: components["schemas"]["MonthFiles"];
            detail: string;
            current: components["schemas"]["MonthFigures"];
            closed: components["schemas"]["ClosedMonth"];
            adjusted: components["schemas"]["MonthDifference"];
            adjustments: components["schemas"]["MonthAdjustment"][];
        };
        MonthAdjustment: {
            memberCount: number;
            red: number;
            paidNet: number;
            paidGross: number;
            chargebacks: number;
            commissionOwed: number;
            commissionOwedEstimated: number | null;
            commissionAtRisk: number | null;
            recordedAt: string;
            cause: string;
            jobId: string | null;
            fileId: string | null;
            jobPeriod: string | null;
        };
        PayChange: {
            memberRefId: string | null;
            memberName: string | null;
            memberExternalId: string | null;
            policyNumber: string | null;
            planName: string | null;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            agentId: string | null;
            agentName: string | null;
            part: "gone" | "paid_less" | "planned_step" | "taken_back" | "back" | "new" | "paid_more" | "once" | "other_month" | "no_member" | "not_split" | "carriers_added" | "carriers_missing";
            before: number;
            now: number;
            difference: number;
            reason: string | null;
            eventId: string | null;
            group: string | null;
            period: string;
        };
        PayChangePart: {
            part: "gone" | "paid_less" | "planned_step" | "taken_back" | "back" | "new" | "paid_more" | "once" | "other_month" | "no_member" | "not_split" | "carriers_added" | "carriers_missing";
            count: number;
            before: number;
            now: number;
            difference: number;
        };
        PayChangeTotals: {
            count: number;
            before: number;
            now: number;
            difference: number;
        };
        PayChangeGroup: {
            group: string | null;
            count: number;
            before: number;
            now: number;
            difference: number;
        };
        PayQuestion: {
            questionId: string;
            agentId: string;
            agentName: string;
            runId: string;
            payDate: string;
            lineNumber: number | null;
            about: {
                memberName: string | null;
                policyNumber: string | null;
                coverageMonth: string | null;
                amount: number;
                why: string;
            } | null;
            isOpen: boolean;
            messages: components["schemas"]["PayMessage"][];
        };
        PayMessage: {
            isOffice: boolean;
            author: string | null;
            text: string;
            writtenAt: string;
        };
        PayRun: {
            id: string;
            payDate: string;
            months: string[];
            reapplyFrom: string | null;
            state: "draft" | "reviewed" | "approved" | "paid";
            note: string | null;
            createdBy: string;
            createdAt: string;
            reviewedBy: string | null;
            reviewedAt: string | null;
            approvedBy: string | null;
            approvedAt: string | null;
            paidOn: string | null;
            method: string | null;
            reference: string | null;
            sums: {
                received: number;
                people: number;
                house: number;
                held: number;
                paid: number;
            } | null;
        };
        WholePayRun: {
            id: string;
            payDate: string;
            months: string[];
            reapplyFrom: string | null;
            state: "draft" | "reviewed" | "approved" | "paid";
            note: string | null;
            createdBy: string;
            createdAt: string;
            reviewedBy: string | null;
            reviewedAt: string | null;
            approvedBy: string | null;
            approvedAt: string | null;
            paidOn: string | null;
            method: string | null;
            reference: string | null;
            sums: {
                received: number;
                people: number;
                house: number;
                held: number;
                paid: number;
            };
            hasChangedSinceReview: boolean;
            agents: components["schemas"]["PayRunAgent"][];
            agentSums: components["schemas"]["PayRunAgentSums"];
            adjustments: components["schemas"]["PayAdjustment"][];
            heldLines: {
                why: string;
                lines: number;
                amount: number;
            }[];
        };
        PayRunAgent: {
            agentId: string;
            agentName: string;
            earned: number;
            takenBack: number;
            adjustments: number;
            advance: number;
            heldBack: number;
            released: number;
            recovered: number;
            paid: number;
            before: components["schemas"]["PayBalance"];
            after: components["schemas"]["PayBalance"] & unknown;
        };
        PayRunAgentSums: {
            earned: number;
            takenBack: number;
            adjustments: number;
            advance: number;
            heldBack: number;
            released: number;
            recovered: number;
            paid: number;
            after: components["schemas"]["PayBalance"];
        };
        PayAdjustment: {
            id: string | null;
            agentId: string;
            kind: "fee" | "bonus" | "draw" | "correction" | "advance" | "release";
            amount: number;
            reason: string;
        };
        SheetComparison: {
            data: components["schemas"]["SheetDifference"][];
            totals: {
                run: number;
                sheet: number;
                difference: number;
            };
        };
        SheetDifference: {
            agentId: string | null;
            agentName: string;
            run: number | null;
            sheet: number | null;
            difference: number;
            reasons: string[];
        };
        PayJournalLine: {
            date: string;
            account: string;
            debit: number;
            credit: number;
            name: string;
            memo: string;
            reference: string;
        };
        PayRunLine: {
            party: "agent" | "house" | "held";
            agentId: string | null;
            agentName: string | null;
            memberRefId: string | null;
            memberExternalId: string | null;
            memberName: string | null;
            policyNumber: string | null;
            planName: string | null;
            carrierId: string;
            carrierName: string;
            period: string;
            coverageMonth: string | null;
            kind: "commission" | "override" | "bonus" | "fee" | "advance" | "adjustment" | "true_up";
            received: number;
            amount: number;
            why: string;
            finding: string | null;
            number: number | null;
        };
        PayPayment: {
            agentName: string;
            amount: number;
            payDate: string;
            reference: string;
        };
        PayMails: {
            canSend: boolean;
            data: components["schemas"]["PayMail"][];
        };
        PayMail: {
            agentId: string;
            agentName: string;
            email: string | null;
            sentTo: string | null;
            sentAt: string | null;
        };
        SentPayMails: {
            sent: number;
            left: number;
            failed: string[];
        };
        StoredPaySetup: {
            revision: number;
            changedBy: string;
            changedAt: string;
            setup: components["schemas"]["PaySetup"];
        };
        PaySetup: {
            firstMonth: string;
            approval?: "owner" | "second_person";
            plans?: components["schemas"]["PayPlan"][];
            agents?: components["schemas"]["AgentTerms"][];
            moves?: components["schemas"]["BookMove"][];
            cases?: components["schemas"]["SharedCase"][];
        };
        PayPlan: {
            planId: string;
            name: string;
            afterLeaving?: "keeps" | "loses";
            rules: components["schemas"]["PayRule"][];
        };
        PayRule: {
            ruleId: string;
            payClass?: "commission" | "override" | "bonus" | "fee" | "no_member";
            policy?: string | null;
            memberRefId?: string | null;
            planName?: string | null;
            product?: string | null;
            carrierId?: string | null;
            years?: "first" | "renewal" | null;
            policyYear?: number | null;
            from?: string | null;
            to?: string | null;
            pay: {
                by: "commission" | "premium" | "policy" | "life" | "month";
                percent?: number | null;
                amount?: number | null;
            };
            tiers?: {
                measure?: "first_year_commission" | "commission" | "premium";
                reach: "next_line" | "year";
                steps: {
                    reached: number;
                    percent: number;
                }[];
            } | null;
            overrides?: {
                by: "level" | "difference" | "none";
                percents?: number[];
            };
        };
        AgentTerms: {
            agentId: string;
            plans?: {
                from: string;
                planId: string | null;
            }[];
            uplines?: {
                from: string;
                agentId: string | null;
            }[];
            minimum?: number;
            holdbackPercent?: number;
            recoveryPercent?: number;
            opening?: {
                waiting?: number;
                holdback?: number;
                debt?: number;
            };
            recurring?: {
                kind: "fee" | "bonus" | "draw";
                amount: number;
                reason: string;
                from?: string | null;
                to?: string | null;
            }[];
        };
        BookMove: {
            from: string;
            agentId: string;
            toAgentId: string;
            carrierId?: string | null;
            memberRefId?: string | null;
        };
        SharedCase: {
            from: string;
            carrierId?: string | null;
            memberRefId?: string | null;
            policy?: string | null;
            shares: {
                agentId: string;
                percent: number;
            }[];
        };
        PayImport: {
            applied: boolean;
            rows: number;
            counts: {
                new: number;
                changed: number;
                same: number;
                faulty: number;
            };
            plans: string[];
            data: components["schemas"]["ImportedPayRow"][];
        };
        ImportedPayRow: {
            row: number;
            name: string | null;
            npn: string | null;
            state: "new" | "changed" | "same" | "faulty";
            agentId: string | null;
            changes: string[];
            detail: string | null;
        };
        ReplacedPolicies: {
            workspaceId: string;
            carrierId: string | null;
            dryRun: boolean;
            policies: number;
            added: number;
            changed: number;
            removed: number;
            unchanged: number;
            ignoredColumns: string[];
        };
        ListedPolicy: {
            carrierId: string;
            workspaceId: string;
            policyId: string;
            policyNumber: string | null;
            memberName: string | null;
            planName: string | null;
            effectiveDate: string | null;
            termDate: string | null;
            premium: number | null;
            lives: number | null;
            rate: number | null;
            agent: string | null;
            status: "active" | "pending" | "ended";
            listedAt: string;
        };
        Readiness: {
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
                neededBytes: number;
            } | null;
            tasks?: {
                task: string;
                lastRanAt: string | null;
            }[];
        };
        AgentYear: {
            agentId: string;
            agentName: string;
            paid: number;
        };
        AgentPayables: {
            data: components["schemas"]["AgentPayable"][];
            totals: {
                due: number;
                waiting: number;
                holdback: number;
                debt: number;
                total: number;
            };
        };
        AgentPayable: {
            agentId: string;
            agentName: string;
            due: number;
            waiting: number;
            holdback: number;
            debt: number;
            total: number;
            dueSince: string | null;
        };
        CarrierAttrition: {
            carrierId: string;
            carrierName: string;
            attritionRate: number;
            red: number;
            memberCount: number;
        };
        AttritionPoint: {
            period: string;
            year: number;
            month: number;
            red: number;
            memberCount: number;
            attritionRate: number;
            commissionAtRisk: number;
        };
        Scorecard: {
            carrierId: string;
            carrierName: string;
            grade: "A" | "B" | "C" | "D" | "F";
            score: number;
            commissionOwed: number;
            commissionOwedEstimated: number;
            owedPerMemberMonth: number;
            owedPerMemberMonthEstimated: number;
            chargebackAmount: number;
            dropRatePct: number;
            consistencyPct: number;
            periodsReported: number;
            periodsExpected: number;
            qualityFlags: number;
            avgMembers: number;
            recoverableAmount: number;
        };
        CensusReconciliation: {
            carrierId: string;
            period: string | null;
            censusTotal: number;
            matched: number;
            unpaid: {
                memberExternalId: string;
                name: string | null;
                planName: string | null;
                reason: "not_on_statement" | "zero_paid" | "charged_back";
            }[];
            unrostered: {
                memberExternalId: string;
                memberRefId: string;
                memberName: string | null;
                commissionAmount: number;
            }[];
            estimatedUnpaidAmount: number;
            possibleMatches: {
                memberExternalId: string;
                statementMemberExternalId: string;
                memberRefId: string;
                memberName: string | null;
                commissionAmount: number;
            }[];
            duplicateRosterIds: string[];
        };
        CumulativeTotals: {
            commissionOwed: number;
            commissionOwedEstimated: number;
            commissionAtRisk: number;
            chargebackAmount: number;
            unassignedAmount: number;
            owedEvaluated: number;
            owedTotal: number;
            owedCoverage: number;
            paidNet: number;
            paidGross: number;
            chargebacks: number;
            chargebackCount: number;
            memberMonths: number;
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
            commissionOwed: number;
            commissionOwedEstimated: number;
            commissionAtRisk: number;
            chargebackAmount: number;
            unassignedAmount: number;
            owedEvaluated: number;
            owedTotal: number;
            owedCoverage: number;
            paidNet: number;
            paidGross: number;
            chargebacks: number;
            chargebackCount: number;
            red: number;
            new: number;
            reappeared: number;
        };
        CumulativeCarrier: {
            carrierId: string;
            carrierName: string;
            commissionOwed: number;
            commissionOwedEstimated: number;
            commissionAtRisk: number;
            chargebackAmount: number;
            unassignedAmount: number;
            owedEvaluated: number;
            owedTotal: number;
            owedCoverage: number;
            paidNet: number;
            paidGross: number;
            chargebacks: number;
            memberMonths: number;
            periodsCovered: number;
        };
        AgentRollup: {
            carrierId: string;
            carrierName: string;
            agentId: string | null;
            agentName: string | null;
            agentRecordId: string | null;
            paidNet: number;
            paidGross: number;
            chargebacks: number;
        };
        CarrierQuality: {
            carrierId: string;
            carrierName: string;
            level: "ok" | "watch" | "alert";
            reason: string;
            droppedRate: number;
            newRate: number;
            churnOverlap: number;
            red: number;
            newMembers: number;
            reappeared: number;
            present: number;
            priorPresent: number;
            checks: {
                name: "droppedRate" | "churnOverlap";
                value: number;
                watchAt: number;
                alertAt: number;
                outcome: "ok" | "watch" | "alert" | "skipped";
            }[];
            carrierEvents: components["schemas"]["CarrierEvent"][];
        };
        RapidDisenrollmentReport: {
            carrierId: string;
            period: string | null;
            realized: {
                count: number;
                clawedBackAmount: number;
            };
            exposure: {
                count: number;
                atRiskAmount: number;
            };
            disenrollments: {
                total: number;
                rapid: number;
                rapidRatePct: number;
            };
            byPlan: {
                planName: string | null;
                planCode: string | null;
                total: number;
                rapid: number;
                clawedBackAmount: number;
            }[];
            byAgent: {
                agentId: string | null;
                agentName: string | null;
                total: number;
                rapid: number;
                clawedBackAmount: number;
            }[];
            evaluated: number;
            total: number;
        };
        RenewalForecast: {
            carrierId: string;
            period: string | null;
            horizonMonths: number;
            annualRenewalValue: number;
            activeMembers: number;
            evaluated: number;
            byMonth: {
                period: string;
                members: number;
                amount: number;
            }[];
            byPlan: {
                planName: string | null;
                planCode: string | null;
                members: number;
                annualRenewalValue: number;
            }[];
            ratesInferred: boolean;
        };
        OwedWorksheet: {
            from: string | null;
            to: string | null;
            totals: {
                members: number;
                memberMonths: number;
                expected: number;
                actual: number;
                difference: number;
                differenceEstimated: number;
            };
            byCarrier: {
                carrierId: string;
                carrierName: string;
                members: number;
                memberMonths: number;
                expected: number;
                actual: number;
                difference: number;
                differenceEstimated: number;
            }[];
            truncated: boolean;
            data: components["schemas"]["OwedWorksheetRow"][];
            pagination: components["schemas"]["OffsetPagination"];
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
            actual: number;
            difference: number;
            certainty: "certain" | "likely" | "to_check";
            rates: {
                rateType: "flat_per_member" | "percent_of_premium";
                rateValue: number;
                source: "contracted" | "estimated";
                planCode: string | null;
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
            evidence: {
                fileId: string;
                fileName: string;
                sheet: number;
                sheetName: string | null;
                rowNumbers: number[];
            }[];
            basis: string;
        };
        PolicyReport: {
            data: components["schemas"]["PolicyFinding"][];
            pagination: components["schemas"]["OffsetPagination"];
            total: number | null;
            period: string | null;
            lists: components["schemas"]["ComparedPolicyList"][];
            counts: components["schemas"]["PolicyFindingCounts"];
        };
        PolicyFinding: {
            carrierId: string;
            workspaceId: string;
            kind: "sold_never_paid" | "active_but_dropped" | "paid_not_listed" | "ended_but_paid" | "other_agent" | "other_rate" | "other_premium" | "other_lives";
            policyId: string;
            policyNumber: string | null;
            memberRefId: string | null;
            memberExternalId: string | null;
            memberName: string | null;
            planName: string | null;
            effectiveDate: string | null;
            termDate: string | null;
            lastPeriod: string | null;
            lastAmount: number | null;
            listed: string | null;
            onStatement: string | null;
            possibleMatch: string | null;
            sentence: string;
        };
        ComparedPolicyList: {
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            compared: boolean;
            listed: number;
            active: number;
            paid: number;
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
            key: string;
            name: string;
            question: string;
            sql: string;
        };
        ReportResult: {
            columns: string[];
            rows: components["schemas"]["JsonValue"][][];
            truncated: boolean;
            asOf: string;
            archivedThrough?: string;
        };
        RecoverableReport: {
            from: string | null;
            to: string | null;
            totals: {
                recoverable: number;
                estimated: number;
                likely: number;
                toCheck: number;
                asked: number;
                claims: number;
                byKind: {
                    kind: "underpaid" | "missed_months" | "wrong_chargeback" | "double_chargeback" | "unmatched_chargeback" | "not_repaid" | "true_up_missing";
                    certainty: "certain" | "likely" | "to_check";
                    claims: number;
                    amount: number;
                }[];
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
            ofAllCertainties: {
                recoverable: number;
                likely: number;
                toCheck: number;
            };
            data: components["schemas"]["Claim"][];
            pagination: components["schemas"]["OffsetPagination"];
            total: number | null;
        };
        Claim: {
            claimId: string;
            kind: "underpaid" | "missed_months" | "wrong_chargeback" | "double_chargeback" | "unmatched_chargeback" | "not_repaid" | "true_up_missing";
            certainty: "certain" | "likely" | "to_check";
            basis: "contracted" | "statement_rate" | "statements" | "cms" | "earlier_pay" | "estimated";
            amount: number;
            recoveredAmount: number;
            period: string;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            memberRefId: string;
            memberExternalId: string;
            memberName: string | null;
            policyNumber: string | null;
            planName: string | null;
            evidence: components["schemas"]["ClaimEvidence"][];
            ask: string;
            disputeId: string | null;
        };
        RollupTotals: {
            memberCount: number;
            green: number;
            yellow: number;
            red: number;
            new: number;
            reappeared: number;
            commissionAtRisk: number;
            commissionDropped: number;
            commissionReduced: number;
            reducedCount: number;
            commissionOwed: number;
            owedEvaluated: number;
            owedTotal: number;
            owedEstimated: boolean;
            commissionOwedEstimated: number;
            chargebackCount: number;
            chargebackAmount: number;
            unassignedCount: number;
            unassignedAmount: number;
            paidNet: number;
            paidGross: number;
            chargebacks: number;
        };
        CarrierRollup: {
            carrierId: string;
            carrierName: string;
            memberCount: number;
            green: number;
            yellow: number;
            red: number;
            new: number;
            reappeared: number;
            commissionAtRisk: number;
            commissionDropped: number;
            commissionReduced: number;
            reducedCount: number;
            commissionOwed: number;
            owedEvaluated: number;
            owedTotal: number;
            owedEstimated: boolean;
            commissionOwedEstimated: number;
            chargebackCount: number;
            chargebackAmount: number;
            unassignedCount: number;
            unassignedAmount: number;
            paidNet: number;
            paidGross: number;
            chargebacks: number;
            attritionRate: number;
            provisional: boolean;
        };
        SavedReport: {
            id: string;
            name: string;
            question: string | null;
            sql: string;
            cadence: "off" | "weekly" | "monthly";
            lastRun: components["schemas"]["ReportRun"];
            createdAt: string;
        };
        ReportRun: {
            ranAt: string;
            status: "ok" | "failed";
            rows: number | null;
            truncated: boolean;
            error: string | null;
        } | null;
        CarrierYear: {
            carrierId: string;
            carrierName: string;
            paidNet: number;
            paidGross: number;
            chargebacks: number;
            periodsCovered: number;
            firstPeriod: string;
            lastPeriod: string;
            missingPeriods: string[];
            balanceForward: number;
        };
        YearReport: {
            year: number;
            through: string | null;
            keptFrom: string | null;
            totals: components["schemas"]["YearTotals"];
            months: components["schemas"]["YearMonth"][];
            renewals: components["schemas"]["RenewalMonth"][];
            rows: components["schemas"]["YearRow"][];
            rowCount: number;
        };
        YearTotals: {
            paidNet: number;
            before: number | null;
            difference: number | null;
            members: number;
            startMembers: number;
            keptMembers: number;
            persistencyPct: number | null;
            renewalMembers: number;
            renewalPay: number;
        };
        YearMonth: {
            period: string;
            paidNet: number | null;
            before: number | null;
        };
        RenewalMonth: {
            period: string;
            members: number;
            pay: number;
        };
        YearRow: {
            key: string | null;
            name: string | null;
            paidNet: number;
            before: number | null;
            difference: number | null;
            members: number;
            startMembers: number;
            keptMembers: number;
            persistencyPct: number | null;
            renewalMembers: number;
            renewalPay: number;
        };
        SearchResult: {
            kind: "person" | "policy" | "carrier" | "agent" | "month" | "file";
            id: string;
            title: string;
            carrierName: string | null;
            memberName: string | null;
            memberExternalId: string | null;
            formerName: string | null;
            status: "green" | "yellow" | "red" | "new" | "reappeared" | null;
            firstPeriod: string | null;
            lastPeriod: string | null;
            lastAmount: number | null;
        };
        SftpUser: {
            id: string;
            username: string;
            publicKey: string;
            fingerprint: string;
            carrierIds: string[] | null;
            workspaceId: string | null;
            createdAt: string;
        };
        NewSftpUser: {
            username: string;
            publicKey: string;
            carrierIds?: string[];
            workspaceId?: string;
        };
        Statements: {
            from: string;
            to: string;
            hasEarlier: boolean;
            hasLater: boolean;
            late: number;
            months: components["schemas"]["MonthOfStatements"][];
            carriers: components["schemas"]["StatementsOfCarrier"][];
        };
        MonthOfStatements: {
            period: string;
            isClosed: boolean;
            withData: number;
            closedCount: number;
            closedAt: string | null;
            closedBy: string | null;
            signedBy: string | null;
            leftOpen: string[];
            open: components["schemas"]["OpenStatement"][];
        };
        OpenStatement: {
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            detail: string;
        };
        StatementsOfCarrier: {
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            workspaceName: string;
            usual: components["schemas"]["UsualDay"];
            cells: components["schemas"]["StatementCell"][];
        };
        StatementCell: {
            period: string;
            state: "complete" | "waiting" | "missing" | "late" | "reading" | "failed" | "closed" | "nothing";
            received: number;
            expected: number | null;
            failed: number;
            unreadRows: number;
            members: number | null;
            paidNet: number | null;
            printedTotal: number | null;
            deposit: number | null;
            depositDifference: number | null;
            dueOn: string | null;
            detail: string;
        };
        Statement: {
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            workspaceName: string;
            usual: components["schemas"]["UsualDay"];
            period: string;
            state: "complete" | "waiting" | "missing" | "late" | "reading" | "failed" | "closed" | "nothing";
            received: number;
            expected: number | null;
            failed: number;
            unreadRows: number;
            members: number | null;
            paidNet: number | null;
            printedTotal: number | null;
            deposit: number | null;
            depositDifference: number | null;
            dueOn: string | null;
            detail: string;
            files: components["schemas"]["FileOfStatement"][];
            depositRecord: components["schemas"]["StatementDeposit"];
            closed: components["schemas"]["ClosingOfStatement"];
            history: components["schemas"]["StatementHistoryEntry"][];
        };
        FileOfStatement: {
            fileId: string;
            jobId: string;
            fileName: string;
            byteSize: number;
            source: "api" | "sftp" | "email";
            sentBy: string | null;
            uploadedAt: string;
            status: "pending" | "active" | "failed" | "canceled" | "replaced" | "retracted";
            isReading: boolean;
            members: number | null;
            sumRead: number | null;
            sumPrinted: number | null;
            rowsFailed: number;
            error: string | null;
            warnings: string[];
            isLeft: boolean;
            isKept: boolean;
            countsElsewhere: boolean;
            rescoreSuggested: boolean;
            layoutVersion: number | null;
            isLayoutOnlyHere: boolean;
        };
        StatementDeposit: {
            amount: number;
            depositedOn: string;
            note: string | null;
            author: string | null;
            enteredAt: string;
        } | null;
        ClosingOfStatement: {
            closedAt: string;
            closedBy: string;
            signedBy: string | null;
            leftOpen: string[];
        } | null;
        StatementHistoryEntry: {
            at: string;
            who: string;
            text: string;
        };
        TeamMember: {
            userId: string;
            name: string;
            email: string;
            role: "owner" | "staff" | "read_only" | "agent";
            agent: string | null;
            agentRecordId: string | null;
            status: "invited" | "active";
            invitedAt: string;
            joinedAt: string | null;
        };
        InvitedPerson: {
            userId: string;
            name: string;
            email: string;
            role: "owner" | "staff" | "read_only" | "agent";
            agent: string | null;
            agentRecordId: string | null;
            status: "invited" | "active";
            invitedAt: string;
            joinedAt: string | null;
            signInLink: string | null;
        };
        UnassignedLine: {
            period: string;
            carrierId: string;
            carrierName: string;
            workspaceId: string;
            fileId: string;
            fileName: string;
            sheet: number;
            row: number;
            kind: string;
            text: string;
            amount: number;
            isCounted: boolean;
            agentId: string | null;
            agentName: string | null;
            coverageMonth: string | null;
        };
        CreatedWebhook: {
            id: string;
            url: string;
            events: ("job.completed" | "job.failed" | "pay_run.approved" | "pay_run.paid")[];
            enabled: boolean;
            disabledReason: string | null;
            disabledAt: string | null;
            failuresInRow: number;
            failingSince: string | null;
            previousSecretValidUntil: string | null;
            createdAt: string;
            secret: string;
        };
        Webhook: {
            id: string;
            url: string;
            events: ("job.completed" | "job.failed" | "pay_run.approved" | "pay_run.paid")[];
            enabled: boolean;
            disabledReason: string | null;
            disabledAt: string | null;
            failuresInRow: number;
            failingSince: string | null;
            previousSecretValidUntil: string | null;
            createdAt: string;
        };
        DeliveryList: {
            data: components["schemas"]["Delivery"][];
            pagination: components["schemas"]["CursorPagination"];
        };
        Delivery: {
            id: string;
            webhookId: string | null;
            event: string;
            jobId: string | null;
            status: "pending" | "delivered" | "failed" | "discarded";
            url: string | null;
            attemptCount: number;
            nextAttemptAt: string | null;
            redelivered: boolean;
            createdAt: string;
            endedAt: string | null;
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryAttempt: {
            number: number;
            attemptedAt: string;
            durationMs: number;
            responseStatus: number | null;
            error: string | null;
        };
        Workspace: {
            id: string;
            name: string;
            isDefault: boolean;
        };
    };
    responses: {
        bad_request: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
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
        "forbidden.account_not_provisioned": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        not_acceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        month_archived: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        account_moved: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        validation_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
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
        internal_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
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
        forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        not_found: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        request_timeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        payload_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        unsupported_media_type: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "account_moving.service_unavailable.storage_full": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "account_moving.service_unavailable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "conflict.month_archived": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
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
        "forbidden.account_not_provisioned.tier_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "validation_error.workspace_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "period_exists.conflict.storage_quota_exceeded.month_archived": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "validation_error.workspace_required.carrier_not_configured": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "already_retracted.conflict.month_archived": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "period_exists.already_retracted.conflict.storage_quota_exceeded.month_archived": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "conflict.nothing_to_rescore.month_archived": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "storage_quota_exceeded.month_archived": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "conflict.storage_quota_exceeded.month_archived": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
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
        "X-Request-Id": string;
        RateLimit: string;
        "RateLimit-Policy": string;
        "Retry-After": string;
        "WWW-Authenticate": string;
        "X-Truncated": string;
        "Idempotent-Replayed": string;
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteOwnAccount: {
        parameters: {
            query: {
                confirm: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDeletion"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
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
                    name: string;
                };
            };
        };
        responses: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    getOwnerMails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerMails"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateOwnerMails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnerMailsChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerMails"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportAddress"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                    email: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportAddress"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionSettings"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionSettings"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    deleteTestAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDeletion"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountUsage"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Account"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    tier?: "standard" | "enterprise";
                    email?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
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
                confirm: string;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDeletion"];
                };
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
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    tier?: "standard" | "enterprise";
                    status?: "active" | "pending" | "suspended";
                    email?: string | null;
                    rateLimitPerMinute?: number | null;
                    storageBytesMax?: number | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
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
    listTokens: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiToken"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
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
                "Idempotency-Key"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label?: string | null;
                    scopes?: ("read" | "write")[];
                    expiresAt?: string | null;
                    isTest?: boolean;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    slug: string;
                    productLine?: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
                    groupId?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    slug: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
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
                "Idempotency-Key"?: string;
            };
            path: {
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
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
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
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeadLetter"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
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
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AccountDeletion"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
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
                deletionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
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
    listHeaviestAccounts: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: number;
                        data: components["schemas"]["HeavyAccount"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
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
    listAllJobs: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                status?: "queued" | "processing" | "completed" | "failed" | "canceled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorJob"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
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
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Truncated": components["headers"]["X-Truncated"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TaskRun"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
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
                    task: "recover_jobs" | "redeliver_webhooks" | "purge_files" | "sweep_sftp" | "run_saved_reports";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
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
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    name: string;
                    role: "owner" | "staff" | "read_only" | "agent";
                    agent?: string | null;
                    agentRecordId?: string;
                    accountId: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
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
    listAgents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["Agent"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    npn?: string | null;
                    email?: string | null;
                    phone?: string | null;
                    address?: string | null;
                    uplineId?: string;
                    leftFrom?: string | null;
                    isHouse?: boolean;
                    taxFormOn?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    acceptAgentProposals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    proposalId?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedProposals"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    refuseAgentProposal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    proposalId: string;
                };
            };
        };
        responses: {
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
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listAgentSpellings: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                isOpen?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["AgentSpelling"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    npn?: string | null;
                    email?: string | null;
                    phone?: string | null;
                    address?: string | null;
                    uplineId?: string;
                    leftFrom?: string | null;
                    isHouse?: boolean;
                    taxFormOn?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    createAgentName: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    kind: "name" | "number";
                    text: string;
                    carrierId?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    deleteAgentName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
                nameId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    getAgentPay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPay"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: "newest" | "oldest";
                action?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listCarrierEvents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: "newest" | "oldest";
                period?: string;
                carrierId?: string;
                workspaceId?: string;
                state?: "open" | "accepted" | "disputed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["CarrierEvent"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedCarrierEvent"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    disputeCarrierEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierEvent"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listCarriers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                withConfig?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["Carrier"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    slug?: string;
                    productLine?: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
                    allowSameName?: boolean;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Carrier"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listCarrierGroups: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["CarrierGroup"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                    groupId: string;
                    file: Blob;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierRanking"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Carrier"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    updateCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    slug?: string;
                    productLine?: "medicare" | "major_medical" | "med_supp" | "ancillary" | "group" | null;
                    allowSameName?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Carrier"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getCommissionDepartment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionDepartment"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateCommissionDepartment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string | null;
                    email: string | null;
                    address: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionDepartment"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listConfigs: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["ConfigVersion"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path: {
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
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedConfig"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    inferConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file: Blob;
                    sheetName?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormatInference"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    config: string;
                    file: Blob;
                    period?: string;
                    periodYear?: number;
                    periodMonth?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigTrial"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                carrierId: string;
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigVersion"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                carrierId: string;
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    getDropOffs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropOffs"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropOffs"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    updateExpectedFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Carrier"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                carrierId?: string;
                workspaceId?: string;
                period?: string;
                kind?: "gone" | "paid_less" | "planned_step" | "new" | "back" | "paid_more" | "taken_back" | "same";
                agent?: string;
                q?: string;
                sort?: "money" | "name" | "carrier" | "agent";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["Change"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number;
                        period: string | null;
                        counts: components["schemas"]["ChangeCounts"];
                        amounts: components["schemas"]["ChangeAmounts"];
                    };
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listChargebacks: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                carrierId?: string;
                workspaceId?: string;
                period?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["Chargeback"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                        period: string | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listComparisons: {
        parameters: {
            query: {
                limit?: number;
                offset?: number;
                carrierId?: string;
                workspaceId?: string;
                from: string;
                to: string;
                granularity?: "month" | "quarter" | "year";
                status?: "green" | "yellow" | "red" | "new" | "reappeared";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["ComparisonRow"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                        from: string;
                        to: string;
                        carrierId: string | null;
                        granularity: "month" | "quarter" | "year";
                        summary: {
                            green: number;
                            yellow: number;
                            red: number;
                            new: number;
                            reappeared: number;
                            total: number;
                        };
                        deltas: components["schemas"]["ComparisonDelta"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                    file: Blob;
                    sheetName?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormatInference"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                limit?: number;
                offset?: number;
                sort?: "newest" | "oldest";
                state?: "asked" | "answered" | "paid" | "refused";
                carrierId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["Dispute"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                        states: components["schemas"]["DisputeSums"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    claimIds?: string[];
                    rows?: {
                        memberRefId: string;
                        period: string;
                    }[];
                    note?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeDispute"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getDispute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeDispute"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    state?: "asked" | "answered" | "paid" | "refused";
                    note?: string | null;
                    letter?: string | null;
                    withdrawn?: true;
                    askAgainOn?: string | null;
                    otherPaidAmount?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeDispute"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getDisputeAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateDisputeAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file: Blob;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeDispute"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getDisputeLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getDisputePdf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    sendDispute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    to: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeDispute"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getDisputeWorkbook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropOffPlaces"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listEmailAddresses: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["EmailAddress"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    carrierId: string;
                    workspaceId?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAddress"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned.tier_required"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.workspace_required"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getEmailAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                addressId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAddress"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                addressId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    rotateEmailAddress: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                addressId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAddress"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned.tier_required"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: number;
                types?: string;
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": components["schemas"]["EventList"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listExpectedRates: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                carrierId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["ExpectedRate"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateSet"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateSet"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    createExpectedRates: {
        parameters: {
            query: {
                carrierId: string;
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rates: {
                        planCode?: string | null;
                        rateType: "flat_per_member" | "percent_of_premium";
                        rateValue: number;
                        tier?: "initial" | "renewal" | null;
                        state?: string | null;
                        effectiveFrom?: string | null;
                        effectiveTo?: string | null;
                        maxLives?: number | null;
                        fromPolicyMonth?: number | null;
                        toPolicyMonth?: number | null;
                        fromLives?: number | null;
                        toLives?: number | null;
                    }[];
                };
                "text/csv": string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RatesSet"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RatePreview"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
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
                rateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    confirmExpectedRate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                rateId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    fromPeriod?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateSet"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateSet"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: number;
                carrierId?: string;
                workspaceId?: string;
                period?: string;
                checksumSha256?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["File"][];
                        pagination: components["schemas"]["CursorPagination"];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
                "X-Replace-Period"?: boolean;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file: Blob;
                    carrierId: string;
                    period?: string;
                    periodYear?: number;
                    periodMonth?: number;
                    webhookUrl?: string;
                    statedTotal?: number;
                    workspaceId?: string;
                    replace?: boolean;
                    replaceFileId?: string;
                    append?: boolean;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResult"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["period_exists.conflict.storage_quota_exceeded.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.workspace_required.carrier_not_configured"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
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
                    file: Blob;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentifiedStatement"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                    file: Blob;
                    sheetName?: string;
                    sheetNames?: string;
                    columns?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilePreview"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteFile: {
        parameters: {
            query?: {
                only?: boolean;
                withLayout?: boolean;
            };
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["already_retracted.conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    updateLeftFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    isLeft: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeftFile"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    moveFile: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    carrierId: string;
                    period: string;
                    onExisting?: "reject" | "replace" | "append";
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovedFile"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["period_exists.already_retracted.conflict.storage_quota_exceeded.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.workspace_required.carrier_not_configured"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getFileOriginal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fileId: string;
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
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    rescoreFile: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.nothing_to_rescore.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getFileRow: {
        parameters: {
            query?: {
                sheet?: number;
            };
            header?: never;
            path: {
                fileId: string;
                row: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileRow"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                period?: string;
                carrierId?: string;
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Home"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listIntake: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["IntakeItem"][];
                        pagination: components["schemas"]["CursorPagination"];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path: {
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
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FiledIntakeItem"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["period_exists.conflict.storage_quota_exceeded.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.workspace_required.carrier_not_configured"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: "newest" | "oldest";
                status?: "queued" | "processing" | "completed" | "failed" | "canceled";
                carrierId?: string;
                workspaceId?: string;
                period?: string;
                periodYear?: number;
                periodMonth?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["Job"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundJob"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listJobDeltas: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                changeType?: "added" | "removed" | "modified";
                memberRefId?: string;
            };
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["JobDelta"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getJobFailedRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailedRows"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listJobResults: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                status?: "green" | "yellow" | "red" | "new" | "reappeared";
                flag?: "NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK";
                signal?: "COMMISSION_INCREASED" | "COMMISSION_REDUCED" | "ZERO_COMMISSION" | "NEGATIVE_NET" | "PLAN_CHANGED" | "POLICY_CHANGED" | "PREMIUM_CHANGED" | "AGENT_CHANGED" | "RATE_CHANGED" | "UNDERPAID" | "OVERPAID" | "RATE_MISSING" | "ABOVE_CMS_MAX" | "PAID_AHEAD" | "CATCH_UP_PAYMENT" | "MISSED_MONTHS" | "TERMINATED" | "RETRO_TERMINATION" | "RAPID_DISENROLLMENT" | "DUPLICATE_PAYMENT" | "CHARGEBACK_DUPLICATE" | "CHARGEBACK_UNMATCHED" | "CHARGEBACK_EXCEEDS_PAID" | "CHARGEBACK_ON_ACTIVE" | "REINSTATED_NOT_REPAID" | "TRUE_UP" | "TRUE_UP_MISSING";
                owedOnly?: boolean;
                chargeback?: boolean;
            };
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["ResultRow"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                        jobId: string;
                        period: {
                            year: number;
                            month: number;
                        };
                        carrierEvents: components["schemas"]["CarrierEvent"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getLetterhead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Letterhead"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateLetterhead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string | null;
                    address: string | null;
                    contact: string | null;
                    email: string | null;
                    npn: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Letterhead"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accountId: string;
                        name: string;
                        status: string;
                        tier: "standard" | "enterprise";
                        isTest: boolean;
                        scopes: ("read" | "write" | "manage")[];
                        person: components["schemas"]["SignedInPerson"];
                        accounts: components["schemas"]["OwnAccount"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                    name: string;
                    email: string;
                    agencyName?: string;
                };
            };
        };
        responses: {
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
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
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
                    accountId: string;
                };
            };
        };
        responses: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                limit?: number;
                offset?: number;
                carrierId?: string;
                workspaceId?: string;
                status?: "green" | "yellow" | "red" | "new" | "reappeared";
                flag?: "NEW" | "COMMISSION_CHANGED" | "DATA_CHANGED" | "DROPPED" | "REAPPEARED" | "REAPPEARED_WITH_DELTA" | "CHARGEBACK";
                signal?: "COMMISSION_INCREASED" | "COMMISSION_REDUCED" | "ZERO_COMMISSION" | "NEGATIVE_NET" | "PLAN_CHANGED" | "POLICY_CHANGED" | "PREMIUM_CHANGED" | "AGENT_CHANGED" | "RATE_CHANGED" | "UNDERPAID" | "OVERPAID" | "RATE_MISSING" | "ABOVE_CMS_MAX" | "PAID_AHEAD" | "CATCH_UP_PAYMENT" | "MISSED_MONTHS" | "TERMINATED" | "RETRO_TERMINATION" | "RAPID_DISENROLLMENT" | "DUPLICATE_PAYMENT" | "CHARGEBACK_DUPLICATE" | "CHARGEBACK_UNMATCHED" | "CHARGEBACK_EXCEEDS_PAID" | "CHARGEBACK_ON_ACTIVE" | "REINSTATED_NOT_REPAID" | "TRUE_UP" | "TRUE_UP_MISSING";
                period?: string;
                periodYear?: number;
                periodMonth?: number;
                q?: string;
                agent?: string;
                plan?: string;
                presence?: "active" | "gone";
                owed?: boolean;
                after?: string;
                sort?: "id" | "name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["MemberWithOwed"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listAliasProposals: {
        parameters: {
            query?: {
                carrierId?: string;
                workspaceId?: string;
                period?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AliasProposals"];
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AliasesChanged"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AliasesChanged"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AliasesChanged"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    importMemberContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file: Blob;
                    apply?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactImport"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["storage_quota_exceeded.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listPeopleToCall: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                carrierId?: string;
                workspaceId?: string;
                agent?: string;
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["PersonToCall"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberOnRecord"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MemberAlias"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path: {
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    externalId: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AliasLinked"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    deleteMemberAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberRefId: string;
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    getMemberContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberContact"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    phone: string | null;
                    email: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberContact"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["storage_quota_exceeded.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getMemberJourney: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberRefId: string;
                        member: components["schemas"]["Member"];
                        firstPeriod: string;
                        latestPeriod: string;
                        periodCount: number;
                        periods: components["schemas"]["JourneyMonth"][];
                        archivedThrough?: string;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberRefId: string;
                        memberExternalId: string;
                        memberName: string | null;
                        carrierId: string;
                        carrierName: string;
                        workspaceId: string;
                        lastPeriod: string;
                        policyRefId: string | null;
                        policyNumber: string | null;
                        planName: string | null;
                        commissionAmount: number;
                        file: components["schemas"]["FileReference"];
                        status: "green" | "yellow" | "red" | "new" | "reappeared";
                        statusPeriod: string;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listMemberLines: {
        parameters: {
            query: {
                limit?: number;
                offset?: number;
                period: string;
            };
            header?: never;
            path: {
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["MemberLine"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listMemberNotes: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["MemberNote"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path: {
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberNote"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.storage_quota_exceeded.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    deleteMemberNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberRefId: string;
                noteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    getRelatedMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelatedMembers"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                memberRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberRefId: string;
                        memberExternalId: string;
                        memberName: string | null;
                        carrierId: string;
                        data: components["schemas"]["TimelineEntry"][];
                        archivedThrough?: string;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listMonths: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                carrierId?: string;
                workspaceId?: string;
                period?: string;
                state?: "open" | "complete" | "closed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["Month"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getMonth: {
        parameters: {
            query?: {
                carrierId?: string;
                workspaceId?: string;
            };
            header?: never;
            path: {
                period: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonthDetails"];
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                period: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    state: "open" | "closed";
                    carrierId?: string;
                    workspaceId?: string;
                    signedBy?: string;
                    reason?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonthDetails"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.workspace_required"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                };
            };
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listPayChanges: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                carrierId?: string;
                workspaceId?: string;
                period?: string;
                part?: "gone" | "paid_less" | "planned_step" | "taken_back" | "back" | "new" | "paid_more" | "once" | "other_month" | "no_member" | "not_split" | "carriers_added" | "carriers_missing";
                agent?: string;
                q?: string;
                eventId?: string;
                groupBy?: "event" | "carrier" | "agent" | "plan" | "policy" | "reason";
                sort?: "money" | "name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["PayChange"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number;
                        period: string | null;
                        previousPeriod: string | null;
                        parts: components["schemas"]["PayChangePart"][];
                        totals: components["schemas"]["PayChangeTotals"];
                        groups: components["schemas"]["PayChangeGroup"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listPayQuestions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                runId?: string;
                agentId?: string;
                isOpen?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PayQuestion"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updatePayQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                questionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    isOpen: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayQuestion"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    createPayMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                questionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayQuestion"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listPayRuns: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PayRun"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createPayRun: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    payDate: string;
                    months: string[];
                    reapplyFrom?: string | null;
                    note?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayRun"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getPayRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholePayRun"];
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deletePayRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    createPayAdjustment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    agentId: string;
                    kind: "fee" | "bonus" | "draw" | "correction" | "advance" | "release";
                    amount: number;
                    reason: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholePayRun"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    deletePayAdjustment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
                adjustmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholePayRun"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    createPayQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    lineNumber?: number | null;
                    text: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayQuestion"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getAgentStatement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getAgentStatementPdf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    approvePayRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholePayRun"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    comparePayRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file: Blob;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SheetComparison"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable.storage_full"];
        };
    };
    listPayJournal: {
        parameters: {
            query?: {
                program?: "quickbooks" | "xero";
            };
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        program: "quickbooks" | "xero" | null;
                        data: components["schemas"]["PayJournalLine"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listPayRunLines: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                party?: string;
            };
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["PayRunLine"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    markPayRunPaid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    paidOn: string;
                    method: string;
                    reference?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholePayRun"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listPayPayments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PayPayment"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    reviewPayRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholePayRun"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listPayMails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayMails"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    sendPayMails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    agentId?: string;
                    isAgain?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentPayMails"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getPaySetup: {
        parameters: {
            query?: {
                revision?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredPaySetup"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updatePaySetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revision: number;
                    setup: components["schemas"]["PaySetup"];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredPaySetup"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    importPaySheet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file: Blob;
                    apply?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayImport"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listPolicies: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                carrierId?: string;
                workspaceId?: string;
                status?: "active" | "pending" | "ended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["ListedPolicy"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    replacePolicies: {
        parameters: {
            query?: {
                carrierId?: string;
                workspaceId?: string;
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    policies: {
                        id: string;
                        policyNumber?: string | null;
                        carrier?: string | null;
                        memberName?: string | null;
                        plan?: string | null;
                        effective?: string | null;
                        term?: string | null;
                        premium?: number | string | null;
                        lives?: number | string | null;
                        rate?: number | string | null;
                        agent?: string | null;
                        status?: string | null;
                    }[];
                };
                "text/csv": string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplacedPolicies"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.workspace_required"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getPolicyJourney: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                policyRefId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberRefId: string;
                        policyRefId: string;
                        member: components["schemas"]["Member"];
                        firstPeriod: string;
                        latestPeriod: string;
                        periodCount: number;
                        periods: components["schemas"]["JourneyMonth"][];
                        archivedThrough?: string;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
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
    getAgentPayReport: {
        parameters: {
            query: {
                year: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentYear"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getAgentPayables: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPayables"];
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getAttrition: {
        parameters: {
            query: {
                period: string;
                granularity?: "month" | "quarter" | "year";
                carrierId?: string;
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        period: string;
                        granularity: "month" | "quarter" | "year";
                        attritionRate: number;
                        red: number;
                        memberCount: number;
                        byCarrier: components["schemas"]["CarrierAttrition"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getAttritionSeries: {
        parameters: {
            query?: {
                months?: number;
                carrierId?: string;
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AttritionPoint"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getCarrierScorecards: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                carrierId?: string;
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: string | null;
                        to: string | null;
                        data: components["schemas"]["Scorecard"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                    carrierId: string;
                    workspaceId?: string;
                    period?: string;
                    members: {
                        memberExternalId: string;
                        name?: string | null;
                        planName?: string | null;
                    }[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CensusReconciliation"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                from?: string;
                to?: string;
                carrierId?: string;
                workspaceId?: string;
                groupBy?: "agent";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        range: {
                            from: string | null;
                            to: string | null;
                            requestedFrom: string | null;
                            requestedTo: string | null;
                            periodsCovered: number;
                        };
                        totals: components["schemas"]["CumulativeTotals"];
                        byPeriod: components["schemas"]["CumulativePeriod"][];
                        byCarrier: components["schemas"]["CumulativeCarrier"][];
                        months: components["schemas"]["Month"][];
                        byAgent?: components["schemas"]["AgentRollup"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getDataQuality: {
        parameters: {
            query?: {
                period?: string;
                carrierId?: string;
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        period: string | null;
                        overall: "ok" | "watch" | "alert";
                        carriers: components["schemas"]["CarrierQuality"][];
                        missing: {
                            carrierId: string;
                            carrierName: string;
                            lastPeriod: string;
                        }[];
                        months: components["schemas"]["Month"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getMedicareRapidDisenrollment: {
        parameters: {
            query: {
                carrierId: string;
                workspaceId?: string;
                period?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RapidDisenrollmentReport"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getMedicareRenewalForecast: {
        parameters: {
            query: {
                carrierId: string;
                workspaceId?: string;
                period?: string;
                horizonMonths?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewalForecast"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getOwedWorksheet: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                carrierId?: string;
                workspaceId?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": components["schemas"]["OwedWorksheet"];
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getPolicyReport: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                carrierId?: string;
                workspaceId?: string;
                period?: string;
                kind?: "sold_never_paid" | "active_but_dropped" | "paid_not_listed" | "ended_but_paid" | "other_agent" | "other_rate" | "other_premium" | "other_lives";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": components["schemas"]["PolicyReport"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyMadeReports"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Truncated"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportResult"];
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error.invalid_sql.query_limit"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getRecoverable: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                carrierId?: string;
                workspaceId?: string;
                certainty?: "certain" | "likely" | "to_check";
                kind?: "underpaid" | "missed_months" | "wrong_chargeback" | "double_chargeback" | "unmatched_chargeback" | "not_repaid" | "true_up_missing";
                memberRefIds?: string;
                asked?: boolean;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": components["schemas"]["RecoverableReport"];
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getRollup: {
        parameters: {
            query?: {
                period?: string;
                groupBy?: "agent";
                carrierId?: string;
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        period: string | null;
                        totals: components["schemas"]["RollupTotals"];
                        byCarrier: components["schemas"]["CarrierRollup"][];
                        byAgent?: components["schemas"]["AgentRollup"][];
                        months: components["schemas"]["Month"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    runReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sql: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportResult"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.invalid_sql.query_limit"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listSavedReports: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["SavedReport"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    question?: string | null;
                    sql: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedReport"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.invalid_sql.query_limit"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    updateSavedReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reportId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cadence: "off" | "weekly" | "monthly";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedReport"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    deleteSavedReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    runSavedReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Truncated"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportResult"];
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error.invalid_sql.query_limit"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getTax1099: {
        parameters: {
            query: {
                year: number;
                carrierId?: string;
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        year: number;
                        data: components["schemas"]["CarrierYear"][];
                        totals: {
                            paidNet: number;
                            paidGross: number;
                            chargebacks: number;
                        };
                        months: components["schemas"]["Month"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getYearReport: {
        parameters: {
            query?: {
                year?: number;
                groupBy?: "carrier" | "agent" | "line" | "employer_group";
                carrierId?: string;
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["YearReport"];
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getSearchResults: {
        parameters: {
            query: {
                q: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SearchResult"][];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listSftpUsers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["SftpUser"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SftpUser"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned.tier_required"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getSftpUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SftpUser"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    listStatements: {
        parameters: {
            query?: {
                carrierId?: string;
                workspaceId?: string;
                to?: string;
                months?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statements"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getStatement: {
        parameters: {
            query?: {
                workspaceId?: string;
            };
            header?: never;
            path: {
                carrierId: string;
                period: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error.workspace_required"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateStatementDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
                period: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: number;
                    depositedOn: string;
                    note?: string | null;
                    workspaceId?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementDeposit"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error.workspace_required"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    deleteStatementDeposit: {
        parameters: {
            query?: {
                workspaceId?: string;
            };
            header?: never;
            path: {
                carrierId: string;
                period: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error.workspace_required"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    listTeam: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["TeamMember"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    name: string;
                    role: "owner" | "staff" | "read_only" | "agent";
                    agent?: string | null;
                    agentRecordId?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedPerson"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    deleteTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    updateTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    role: "owner" | "staff" | "read_only" | "agent";
                    agent?: string | null;
                    agentRecordId?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listOwnTokens: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["ApiToken"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    createOwnToken: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label?: string | null;
                    scopes?: ("read" | "write")[];
                    expiresAt?: string | null;
                    isTest?: boolean;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    deleteOwnToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    listUnassignedLines: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                carrierId?: string;
                workspaceId?: string;
                period?: string;
                fileId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["UnassignedLine"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Workbook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    events: ("job.completed" | "job.failed" | "pay_run.approved" | "pay_run.paid")[];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    rotateCallbackSecret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                        previousSecretValidUntil: string | null;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: number;
                status?: "pending" | "delivered" | "failed" | "discarded";
                jobId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": components["schemas"]["DeliveryList"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url?: string;
                    events?: ("job.completed" | "job.failed" | "pay_run.approved" | "pay_run.paid")[];
                    enabled?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: number;
                status?: "pending" | "delivered" | "failed" | "discarded";
            };
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": components["schemas"]["DeliveryList"];
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    since?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
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
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        secret: string;
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
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    "application/json": {
                        data: components["schemas"]["Workspace"][];
                        pagination: components["schemas"]["OffsetPagination"];
                        total: number | null;
                        enabled: boolean;
                        workspaces: components["schemas"]["Workspace"][];
                    };
                    "text/csv": components["schemas"]["Csv"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["month_archived"];
            410: components["responses"]["account_moved"];
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.account_not_provisioned"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict.month_archived"];
            410: components["responses"]["account_moved"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["account_moving.service_unavailable.storage_full"];
        };
    };
    onJobCompleted: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Signature": string;
                "X-Service-Event": string;
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                "X-Service-Signature": string;
                "X-Service-Event": string;
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayRunApproved: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Signature": string;
                "X-Service-Event": string;
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayRunEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayRunPaid: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Signature": string;
                "X-Service-Event": string;
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayRunEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                "X-Service-Signature": string;
                "X-Service-Event": string;
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
