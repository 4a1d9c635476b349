import { writeFile } from 'node:fs/promises';
import { AppError } from '#/server/platform/kernel/errors.ts';
import { drawLink } from './drawLink.ts';
import { encodePicture } from './encodePicture.ts';
import type { PictureJob } from './pictureWork.ts';
import type { WorkReply } from './workProcess.ts';

/* The process that decodes, encodes and draws pictures, started by `createPictureWork`. */

const say = (reply: WorkReply) => void process.send?.(reply);

const work = (job: PictureJob): Promise<unknown> =>
  job.task === 'encode' ? encodePicture(job.file, job.kind, job.format) : drawLink(job.picture);

process.on('message', (job: PictureJob) => {
  work(job).then(
    (done) => say({ done }),
    (error: unknown) =>
      say(error instanceof AppError ? { refused: error.code } : { failed: (error as Error).message }),
  );
});
// the site ends it, also when a terminal or a service manager tells all processes to stop
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// at once, whatever a decoder does
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// when memory runs out, Linux takes this process and not the site
writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
say({ ready: true });
