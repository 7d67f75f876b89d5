import { z } from '@hono/zod-openapi';
import { carrier, carrierReference, productLine, slug } from '../../../app/carriers/manage-carriers.ts';
import {
  addSharedConfig,
  type CatalogueManagement,
  createCarrierGroup,
  createSharedCarrier,
} from '../../../app/carriers/manage-catalogue.ts';
import { addedConfig } from '../../../app/carriers/manage-configs.ts';
import { displayName } from '../../../app/platform/written-names.ts';
import { isRefused } from '../../../core/problem.ts';
import { configBody } from '../config-schemas.ts';
import { recordId } from '../request-fields.ts';
import { operatorRoute, type Route } from '../route.ts';
import { operatorOrigin } from './operator-accounts-routes.ts';

/** The operator's endpoints for the catalogue that every account sees: carriers, brands, configurations. */
export function operatorCatalogueRoutes(management: CatalogueManagement): readonly Route[] {
  return [createCarrierRoute(management), createGroupRoute(management), addConfigRoute(management)];
}

function createCarrierRoute(management: CatalogueManagement): Route {
  return operatorRoute({
    method: 'post',
    path: '/v1/admin/carriers',
    operationId: 'createSharedCarrier',
    tag: 'Operator',
    summary: 'Add a carrier to the catalogue',
    description: 'Every account sees it from now on.',
    request: {
      json: z.strictObject({
        name: displayName('Of the carrier.'),
        slug: slug,
        productLine: productLine.nullable().default(null),
        groupId: recordId('The brand it belongs to.')
          .nullable()
          .default(null)
          .openapi({ type: ['string', 'null'] }),
      }),
    },
    problems: ['not_found', 'conflict'],
    responses: {
      201: {
        description: 'Added.',
        schema: carrier,
      },
    },
  }).handle(async ({ json }, request) => {
    const created = await createSharedCarrier(management, json, operatorOrigin(request));
    return isRefused(created) ? created : { status: 201, body: created };
  });
}

function createGroupRoute(management: CatalogueManagement): Route {
  return operatorRoute({
    method: 'post',
    path: '/v1/admin/carriers/groups',
    operationId: 'createCarrierGroup',
    tag: 'Operator',
    summary: 'Add a brand',
    description: 'Carriers of the catalogue join it by groupId.',
    request: { json: z.strictObject({ name: displayName('Of the brand.'), slug: slug }) },
    problems: ['conflict'],
    responses: {
      201: {
        description: 'Added.',
        schema: carrierReference,
      },
    },
  }).handle(async ({ json }, request) => {
    const created = await createCarrierGroup(management, json, operatorOrigin(request));
    return isRefused(created) ? created : { status: 201, body: created };
  });
}

function addConfigRoute(management: CatalogueManagement): Route {
  return operatorRoute({
    method: 'post',
    path: '/v1/admin/carriers/{carrierId}/configs',
    operationId: 'createSharedConfig',
    tag: 'Operator',
    summary: 'Add a shared configuration',
    description: 'The body is the configuration. Accounts without a version of their own read with it from now on.',
    request: { params: z.object({ carrierId: recordId('A carrier of the catalogue.') }), json: configBody },
    responses: { 201: { description: 'Added.', schema: addedConfig } },
  }).handle(async ({ params: { carrierId }, json }, request) => {
    const added = await addSharedConfig(management, { carrierId, config: json }, operatorOrigin(request));
    return isRefused(added) ? added : { status: 201, body: added };
  });
}
