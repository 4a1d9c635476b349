import '#/server/domain/pictures/pictureProcess.ts';
import type { PictureJob } from '#/server/domain/pictures/pictureWork.ts';
import type { WorkReply } from '#/server/domain/pictures/workProcess.ts';

/*
 * The process of pictures with a decoder that does what a picture says in its text, as an attacker's picture could make a
 * decoder do.
 */

const HARM: Record<string, () => void> = {
  crash: () => process.abort(),
  hang: () => {
    for (;;);
  },
  fill: () => {
    for (const kept: Buffer[] = []; ;) kept.push(Buffer.alloc(64 << 20, 1));
  },
  lie: () => {
    const bytes = Buffer.from('<script>alert(1)</script>');
    const files = ['avif', 'webp'].map((format) => ({ px: 384, format, bytes }));
    const reply: WorkReply = { done: { sourcePx: 512, files } };
    process.send!(reply);
  },
};

const honest = process.listeners('message');
process.removeAllListeners('message');
process.on('message', (job: PictureJob) => {
  const said = job.task === 'encode' ? /harm: (\w+)/.exec(job.file.toString('latin1'))?.[1] : undefined;
  if (said) HARM[said]!();
  else for (const listener of honest) listener(job, undefined);
});
