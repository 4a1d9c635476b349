import type { FastifyInstance, FastifyRequest } from 'fastify';
import { catalogueCalls } from '#/contract/operator/catalogue/catalogueCalls.ts';
import { UPLOAD_MAX_BYTES, type UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { UPLOADS_BY_HOUR } from '#/server/domain/operators/operatorLimits.ts';
import { checkOperator, type OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { hashPicture, storePicture, touchPicture } from '#/server/domain/pictures/storePicture.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { actorOf, operatorRoute } from '../calls/operatorRoute.ts';
import { refuseInFiles } from './showCatalogue.ts';

/**
 * Uploads that a process of the site accepts at once; their pictures are decoded one after the other. Further uploads are
 * refused and can be repeated later.
 */
const MOST_AT_ONCE = 3;

/** Serves uploads of pictures. The body of an upload is the raw file, which only this route reads. */
export function pictureUploads(app: FastifyInstance, deps: Deps): void {
  let underWay = 0;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // the use case reads the body after it has checked the sender
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    operatorRoute(scope, deps, catalogueCalls.uploadPicture, async ({ query }, { request, operator }) => {
      refuseInFiles(deps);
      await countAttempt(deps, UPLOADS_BY_HOUR, `#${operator.id}`);
      if (underWay >= MOST_AT_ONCE) return fail('busy', { retryAfterSeconds: 2 });
      underWay += 1;
      try {
        return await uploadPicture(deps, request, operator, query.kind);
      } finally {
        underWay -= 1;
      }
    });
  });
}

/**
 * Checks a picture and stores its encoded files (O20). The same file is stored once.
 * @returns its name in the catalogue
 */
async function uploadPicture(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  kind: UploadKind,
): Promise<{ name: string }> {
  const file = await readFile(request);
  // a file may arrive slowly
  await checkOperator(deps.db, deps, operator);
  const { hash, name } = hashPicture(file, kind);
  const reply = { name: `${kind}/${name}` };
  if (await touchPicture(deps.db, deps, hash)) return reply;
  const encoded = await deps.pictureWork.encode(file, kind, request.headers['content-type']);
  const picture = { ...encoded, name, hash, kind, sourceBytes: file.length, uploadedBy: operator.id };
  await withTx(deps.pool, async (tx) => {
    if (!(await storePicture(tx, deps, picture))) return;
    const after = { pictureKind: kind, pictureSide: encoded.sourcePx, pictureBytes: file.length };
    const act = { ...actorOf(request, operator), targetType: 'picture', targetId: name, after };
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'uploadPicture', act });
  });
  return reply;
}

/**
 * Reads the body, up to the largest size of a picture.
 * @throws AppError pictureTooLarge
 */
async function readFile({ raw, headers }: FastifyRequest): Promise<Buffer> {
  if (Number(headers['content-length']) > UPLOAD_MAX_BYTES) fail('pictureTooLarge');
  const chunks: Buffer[] = [];
  let bytes = 0;
  // the connection stays open, because the sender must receive the refusal
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > UPLOAD_MAX_BYTES) fail('pictureTooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
