import type { FastifyInstance } from 'fastify';
import { catalogueCalls } from '#/contract/operator/catalogue/catalogueCalls.ts';
import { DRAFT_MAX_BYTES } from '#/contract/operator/catalogue/drafts.ts';
import { listRevisions } from '#/server/domain/catalogue/revisions.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { idOf, operatorAct } from '../calls/operatorAct.ts';
import { operatorRoute } from '../calls/operatorRoute.ts';
import { beginDraft, carryDraftOver, discardDraft, keepDraft, openDraft } from './editDraft.ts';
import { packRevision } from './packRevision.ts';
import { planAct, unplanAct } from './planAct.ts';
import { publishAct } from './publishAct.ts';
import { beginPreview } from './previewDraft.ts';
import { reviewDraft } from './reviewDraft.ts';
import { pictureUploads } from './uploadPicture.ts';
import { showCatalogue, showRevisionChanges } from './showCatalogue.ts';

/** Serves the operators' calls for the catalogue. */
export function catalogueRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, catalogueCalls.catalogue, () => showCatalogue(deps));
  operatorRoute(app, deps, catalogueCalls.catalogueRevisions, ({ query }) =>
    listRevisions(deps.db, query.before === undefined ? undefined : Number(query.before)),
  );
  operatorRoute(app, deps, catalogueCalls.catalogueRevision, ({ params }) =>
    showRevisionChanges(deps, idOf(params)),
  );
  operatorRoute(app, deps, catalogueCalls.revisionFiles, ({ params }, { reply }) =>
    packRevision(deps, reply, idOf(params)),
  );
  operatorRoute(app, deps, catalogueCalls.makeDraft, ({ body }, { operator }) =>
    beginDraft(deps, operator.id, body.revision),
  );
  operatorRoute(app, deps, catalogueCalls.draft, ({ params }) => openDraft(deps, idOf(params)));
  operatorRoute(
    app,
    deps,
    catalogueCalls.saveDraft,
    ({ params, body }, { operator }) =>
      keepDraft(deps, operator.id, { id: idOf(params), version: body.version }, body.content),
    { replySchema: catalogueCalls.saveDraft.reply, bodyLimitBytes: DRAFT_MAX_BYTES },
  );
  operatorRoute(app, deps, catalogueCalls.discardDraft, ({ params, body }, { request, operator }) =>
    discardDraft(deps, request, operator, { id: idOf(params), version: body.version }),
  );
  operatorRoute(app, deps, catalogueCalls.reviewDraft, ({ params }) => reviewDraft(deps, idOf(params)));
  operatorRoute(app, deps, catalogueCalls.previewDraft, ({ params }, { operator, reply }) =>
    beginPreview(deps, reply, operator.id, idOf(params)),
  );
  operatorRoute(app, deps, catalogueCalls.carryOverDraft, ({ params, body }, { operator }) =>
    carryDraftOver(deps, operator.id, { id: idOf(params), version: body.version }),
  );
  pictureUploads(app, deps);
  operatorAct(app, deps, catalogueCalls.publishDraft, 'publishCatalogue', (tx, { params, body }, { id }) =>
    publishAct(tx, deps, { ...body, id: idOf(params), operatorId: id }),
  );
  operatorAct(app, deps, catalogueCalls.planDraft, 'planCatalogue', (tx, { params, body }, { id }) =>
    planAct(tx, deps, { ...body, id: idOf(params), operatorId: id }),
  );
  operatorAct(app, deps, catalogueCalls.unplanDraft, 'unplanCatalogue', (tx, { params, body }) =>
    unplanAct(tx, { ...body, id: idOf(params) }),
  );
}
