import type { Locale } from '#/contract/kernel/locale.ts';
import { linkPicturePath } from '#/server/domain/pictures/linkPictures.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { PageSubject } from '#/server/platform/pages/linkPreview.ts';
import { PRIZE_FOLDER } from './prizePictures.ts';
import { prizeAlt, prizeSentence } from './prizeWords.ts';
import { findSharedPrize } from './sharedPrize.ts';

/** What the document of a shared prize tells messengers about it (C14). Undefined if no prize is shared under the code. */
export async function prizeSubject(
  deps: Pick<Deps, 'db' | 'now'>,
  code: string,
  locale: Locale,
): Promise<PageSubject | undefined> {
  const prize = await findSharedPrize(deps, code, locale);
  return (
    prize && {
      title: prize.item.name,
      description: prizeSentence(prize, locale),
      picture: linkPicturePath(PRIZE_FOLDER, code, locale),
      pictureAlt: prizeAlt(prize, locale),
      isShownToSearch: false,
    }
  );
}
