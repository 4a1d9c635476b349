import * as z from 'zod/mini';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import {
  carryOverBody,
  carryOverReply,
  discardDraftBody,
  draftReply,
  makeDraftBody,
  publishBody,
  previewReply,
  publishReply,
  reviewReply,
  saveDraftBody,
  saveDraftReply,
} from './drafts.ts';
import {
  catalogueParams,
  catalogueReply,
  revisionReply,
  revisionsQuery,
  revisionsReply,
} from './revisions.ts';
import { uploadQuery, uploadReply } from './uploads.ts';

/** Calls for the catalogue in force, its drafts and their publishing. */
export const catalogueCalls = {
  catalogue: {
    method: 'GET',
    path: '/api/operator/v1/catalogue',
    needs: 'catalogue.edit',
    reply: catalogueReply,
  },
  catalogueRevisions: {
    method: 'GET',
    path: '/api/operator/v1/catalogue/revisions',
    needs: 'catalogue.edit',
    query: revisionsQuery,
    reply: revisionsReply,
  },
  catalogueRevision: {
    method: 'GET',
    path: '/api/operator/v1/catalogue/revisions/{id}',
    needs: 'catalogue.edit',
    params: catalogueParams,
    reply: revisionReply,
  },
  makeDraft: {
    method: 'POST',
    path: '/api/operator/v1/catalogue/drafts',
    needs: 'catalogue.edit',
    body: makeDraftBody,
    reply: z.object({ id: z.int() }),
  },
  draft: {
    method: 'GET',
    path: '/api/operator/v1/catalogue/drafts/{id}',
    needs: 'catalogue.edit',
    params: catalogueParams,
    reply: draftReply,
  },
  saveDraft: {
    method: 'POST',
    path: '/api/operator/v1/catalogue/drafts/{id}',
    needs: 'catalogue.edit',
    params: catalogueParams,
    body: saveDraftBody,
    reply: saveDraftReply,
  },
  discardDraft: {
    method: 'POST',
    path: '/api/operator/v1/catalogue/drafts/{id}/discard',
    needs: 'catalogue.edit',
    params: catalogueParams,
    body: discardDraftBody,
    reply: z.object({}),
  },
  reviewDraft: {
    method: 'GET',
    path: '/api/operator/v1/catalogue/drafts/{id}/review',
    needs: 'catalogue.edit',
    params: catalogueParams,
    reply: reviewReply,
  },
  previewDraft: {
    method: 'POST',
    path: '/api/operator/v1/catalogue/drafts/{id}/preview',
    needs: 'catalogue.edit',
    params: catalogueParams,
    reply: previewReply,
  },
  carryOverDraft: {
    method: 'POST',
    path: '/api/operator/v1/catalogue/drafts/{id}/carry-over',
    needs: 'catalogue.edit',
    params: catalogueParams,
    body: carryOverBody,
    reply: carryOverReply,
  },
  uploadPicture: {
    method: 'POST',
    path: '/api/operator/v1/catalogue/pictures',
    needs: 'catalogue.edit',
    query: uploadQuery,
    reply: uploadReply,
  },
  publishDraft: {
    method: 'POST',
    path: '/api/operator/v1/catalogue/drafts/{id}/publish',
    needs: 'catalogue.publish',
    act: true,
    params: catalogueParams,
    body: publishBody,
    reply: publishReply,
  },
} as const satisfies Record<string, OperatorEndpoint>;
