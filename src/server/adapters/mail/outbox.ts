import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { LOCALES } from '#/contract/kernel/locale.ts';
import type { MailMessage, MailTransport } from '#/server/ports/mail.ts';

const KEPT = 500;
const NAME = /^[\w-]{1,120}$/;

const facts = z.object({
  sentAt: z.string(),
  to: z.string(),
  locale: z.enum(LOCALES),
  subject: z.string(),
  text: z.string(),
  stopUrl: z.optional(z.string()),
});
/** A mail of the outbox. `name` is the name of its two files, `.json` and `.html`. */
export type OutboxMail = z.infer<typeof facts> & { name: string };

/**
 * The default transport: stores the newest `KEPT` mails as files in a folder, named by their time. They hold codes, so
 * only the operator can read them.
 */
export function outbox(folder: string, now: () => Date): MailTransport {
  return {
    sender: { code: 'outbox', place: folder },
    async send({ id, html, to, locale, subject, text, stopUrl }: MailMessage) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sentAt = now().toISOString();
      const suffix = `_${id.replaceAll(/[^A-Za-z0-9-]/g, '-').slice(0, 64)}`;
      // a mail that is sent again after a crash gets the same name
      const known = (await namesIn(folder)).find((name) => name.endsWith(suffix));
      const name = known ?? sentAt.replaceAll(/[:.]/g, '-') + suffix;
      await writeWhole(join(folder, `${name}.html`), html);
      const kept = {
        sentAt,
        to,
        locale,
        subject,
        text,
        ...(stopUrl !== undefined && { stopUrl }),
      } satisfies z.infer<typeof facts>;
      await writeWhole(join(folder, `${name}.json`), JSON.stringify(kept, null, 2));
      const old = (await namesIn(folder)).slice(KEPT);
      await Promise.all(
        old.flatMap((each) =>
          ['html', 'json'].map((end) => rm(join(folder, `${each}.${end}`), { force: true })),
        ),
      );
    },
  };
}

/** Lists the mails of an outbox, the newest first. */
export async function listOutbox(folder: string): Promise<OutboxMail[]> {
  const names = await namesIn(folder);
  const mails = await Promise.all(names.map((name) => readMail(folder, name)));
  return mails.filter((mail) => mail !== undefined);
}

/** Undefined if another server has just removed the file. */
async function readMail(folder: string, name: string): Promise<OutboxMail | undefined> {
  const text = await readFile(join(folder, `${name}.json`), 'utf8').catch(() => 'null');
  const { data } = z.safeParse(facts, JSON.parse(text));
  return data && { ...data, name };
}

/** Reads the HTML of one mail; undefined if there is none of that name. */
export async function readOutboxHtml(folder: string, name: string): Promise<string | undefined> {
  if (!NAME.test(name)) return undefined;
  return readFile(join(folder, `${name}.html`), 'utf8').catch(() => undefined);
}

async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted()
    .toReversed();
}

/** Writes to another name and renames, so that nobody reads half a file. */
async function writeWhole(path: string, content: string): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600 });
  await rename(`${path}.part`, path);
}
