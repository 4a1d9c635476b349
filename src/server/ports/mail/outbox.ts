import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { LOCALES } from '#/contract/locale.ts';
import type { MailMessage, MailTransport } from './mail.ts';

const KEPT = 500;

const kept = z.object({
  at: z.string(),
  id: z.string(),
  to: z.string(),
  locale: z.enum(LOCALES),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type KeptMail = z.infer<typeof kept>;

/**
 * The default: mails are kept as files in a folder, one JSON each, named by their time; the newest 500 stay. They hold
 * codes, so only who runs the site may read them.
 */
export function outbox(folder: string, now: () => Date): MailTransport {
  return {
    description: `outbox in ${folder}`,
    async send(message: MailMessage) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const at = now().toISOString();
      // sent again after a crash it is the same mail, so it has the same name
      const known = (await readdir(folder)).find((name) => name.endsWith(`_${fileId(message.id)}.json`));
      const name = known ?? `${at.replaceAll(/[:.]/g, '-')}_${fileId(message.id)}.json`;
      const draft = join(folder, `${name}.part`);
      await writeFile(draft, JSON.stringify({ at, ...message }, null, 2), { mode: 0o600 });
      await rename(draft, join(folder, name));
      const names = await mailFiles(folder);
      await Promise.all(names.slice(KEPT).map((old) => rm(join(folder, old), { force: true })));
    },
  };
}

/** The mails of an outbox, newest first. */
export async function readOutbox(folder: string): Promise<KeptMail[]> {
  const names = await mailFiles(folder);
  const mails = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8').catch(() => '{}');
      return z.safeParse(kept, JSON.parse(text)).data;
    }),
  );
  return mails.filter((mail) => mail !== undefined);
}

async function mailFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .toReversed();
}

const fileId = (id: string) => id.replaceAll(/[^A-Za-z0-9-]/g, '-').slice(0, 80);
