import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type ErrorCode, isErrorCode } from '#/contract/kernel/errors.ts';
import type { UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { EncodedPicture, LinkPicture, PictureWork } from '#/server/ports/pictureWork.ts';
import { checkUpload } from './checkUpload.ts';
import { hasFilesOf } from './encodedFiles.ts';
import type { PictureFormat } from './pictureFormat.ts';
import { createWorkProcess, type WorkLimits, WorkLost, type WorkProcess } from './workProcess.ts';

/** A job of the process, which `pictureProcess.ts` does. */
export type PictureJob =
  | { task: 'encode'; file: Buffer; kind: UploadKind; format: PictureFormat }
  | { task: 'draw'; picture: LinkPicture };

/**
 * The largest picture takes 530 MB and 4 s on one processor. A busy machine takes longer.
 */
const LIMITS: WorkLimits = { startMs: 20_000, workMs: 30_000, idleMs: 20_000, memoryMb: 768 };
const RETRY_SECONDS = 5;
/** The module of the process. The build writes it beside the server. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? join(import.meta.dirname, 'pictureProcess.ts')
  : join(projectRoot, 'dist/server/pictureProcess.js');

/**
 * Does the work on pictures in two processes, so that a picture that crashes its decoder, or keeps it busy for ever, costs
 * nobody but its sender (O20). Uploads have a process of their own, because the pictures of links are the site's.
 */
export function createPictureWork(
  log: Pick<FastifyBaseLogger, 'warn'>,
  { program = PROGRAM, limits = LIMITS }: { program?: string; limits?: WorkLimits } = {},
): PictureWork {
  const uploads = createWorkProcess(program, limits);
  const links = createWorkProcess(program, limits);

  /** @param lost code for a job whose process was lost */
  async function run(by: WorkProcess, job: PictureJob, lost: ErrorCode): Promise<unknown> {
    try {
      const reply = await by.run(job);
      if ('done' in reply) return reply.done;
      if ('refused' in reply && isErrorCode(reply.refused)) return fail(reply.refused);
      throw new WorkLost('failed' in reply ? reply.failed : 'no answer', true);
    } catch (error) {
      if (!(error instanceof WorkLost)) throw error;
      log.warn({ task: job.task, error: error.message }, 'work on a picture was lost');
      return error.hasBegun && lost !== 'busy'
        ? fail(lost, { cause: error })
        : fail('busy', { cause: error, retryAfterSeconds: RETRY_SECONDS });
    }
  }

  return {
    encode: async (file, kind, declared = '') => {
      const format = checkUpload(file, declared);
      const job: PictureJob = { task: 'encode', file, kind, format };
      const encoded = (await run(uploads, job, 'pictureGivenUp')) as EncodedPicture;
      return hasFilesOf(kind, encoded) ? encoded : fail('pictureGivenUp');
    },
    draw: async (picture) => (await run(links, { task: 'draw', picture }, 'busy')) as Buffer,
    stop: () => {
      uploads.stop();
      links.stop();
    },
  };
}
