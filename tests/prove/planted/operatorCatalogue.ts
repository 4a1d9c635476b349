import type { PlantedBug } from './bug.ts';

const PUBLISH = 'tests/server/areas/operator/catalogue/publish.test.ts';
const PREVIEW = 'tests/server/areas/operator/catalogue/preview.test.ts';
const PLAN = 'tests/server/areas/operator/catalogue/plan.test.ts';
const PLANNED = 'src/server/areas/operator/catalogue/publishPlanned.ts';
const DRAFTS = 'tests/server/areas/operator/catalogue/drafts.test.ts';
const PICTURES = 'tests/server/areas/operator/catalogue/pictures.test.ts';
const REFUSALS = 'tests/server/areas/operator/catalogue/pictureRefusals.test.ts';
const REMOVAL = 'tests/server/domain/pictures/removePictures.test.ts';
const CHECK = 'src/server/domain/pictures/checkUpload.ts';
const ENCODE = 'src/server/domain/pictures/encodePicture.ts';
const ACT = 'src/server/areas/operator/catalogue/publishAct.ts';

/** Bugs in the editing of the catalogue by operators. */
export const OPERATOR_CATALOGUE_BUGS: readonly PlantedBug[] = [
  {
    bug: 'A draft of an older revision is published over the newest one.',
    file: ACT,
    text: 'if (inForce?.id !== base || draft.baseRevision !== base)',
    replacement: 'if (!inForce)',
    test: PUBLISH,
    name: 'O19 happens on the newest revision only; changes are carried over thing by thing',
  },
  {
    bug: 'A planned draft overwrites what another draft changed since.',
    file: PLANNED,
    text: "if (conflicts.length > 0) fail('draftOutdated');",
    replacement: '',
    test: PLAN,
    name: 'O19 fails when both changed the same thing: the draft can be edited again and "needs you" counts it',
  },
  {
    bug: 'A draft is published in the name of an operator who may not publish any more.',
    file: PLANNED,
    text: "operator?.state !== 'active' ||",
    replacement: '!operator ||',
    test: PLAN,
    name: 'O19 fails when its planner may not publish any more',
  },
  {
    bug: 'A planned draft can still be changed.',
    file: 'src/server/domain/catalogue/drafts.ts',
    text: 'or(isNull(catalogueDrafts.publishAt), isNotNull(catalogueDrafts.planFailure))',
    replacement: 'undefined',
    test: PLAN,
    name: 'O19 a planned draft cannot be saved, carried over, discarded, planned twice or published',
  },
  {
    bug: 'A draft with mistakes is published.',
    file: ACT,
    text: 'if (!catalogue || mistakes.length > 0)',
    replacement: 'if (!catalogue)',
    test: PUBLISH,
    name: 'O17 is refused with odds that mint coins, and changes nothing',
  },
  {
    bug: 'What a good gives counts for no limit.',
    file: 'src/server/areas/operator/catalogue/weighChanges.ts',
    text: 'image|image_name',
    replacement: 'image|grants|image_name',
    test: PUBLISH,
    name: 'O5 a manager publishes words alone; prices, odds and what goods give wait for a second person',
  },
  {
    bug: 'The second of two who save a draft overwrites the first.',
    file: 'src/server/domain/catalogue/drafts.ts',
    text: 'eq(catalogueDrafts.version, version)',
    replacement: 'undefined',
    test: DRAFTS,
    name: 'O16 tells the second of two people, and keeps what the first saved',
  },
  {
    bug: 'Expected swap values count prizes that cannot be swapped.',
    file: 'src/contract/operator/catalogue/odds.ts',
    text: 'BigInt(isSwapAvailable ? premiumCoinsPrice : 0)',
    replacement: 'BigInt(isSwapAvailable ? premiumCoinsPrice : 1)',
    test: 'tests/contract/operator/odds.test.ts',
    name: 'O17 Night Patrol returns 122.10 OC of 150 OC: 81.4 %, by ten 85.7 %; 9.15 % cannot be swapped',
  },
  {
    bug: 'A file with a page behind its picture is accepted.',
    file: CHECK,
    text: "if (!contents.isWhole) fail('pictureBroken');",
    replacement: '',
    test: REFUSALS,
    name: 'O20 refuses %s',
  },
  {
    bug: 'A picture of another kind than it says is accepted.',
    file: CHECK,
    text: "if (declared.startsWith('image/')",
    replacement: "if (declared.startsWith('never/')",
    test: REFUSALS,
    name: 'O20 refuses %s',
  },
  {
    bug: 'A bomb is decoded.',
    file: ENCODE,
    text: 'Math.max(width, height) > UPLOAD_MAX_PX ||',
    replacement: '',
    test: REFUSALS,
    name: 'O20 refuses %s',
  },
  {
    bug: 'A prize may stand on a ground.',
    file: ENCODE,
    text: 'if (clearShare(thing) < LEAST_CLEAR)',
    replacement: 'if (clearShare(thing) < 0)',
    test: REFUSALS,
    name: 'O20 refuses %s',
  },
  {
    bug: 'The decoder of pictures has the secrets of the site.',
    file: 'src/server/domain/pictures/workProcess.ts',
    text: '.filter(([name]) => VARIABLES.test(name))',
    replacement: '',
    test: 'tests/server/domain/pictures/workProcess.test.ts',
    name: 'O20 has none of the secrets of the site',
  },
  {
    bug: 'Whatever the decoder answers is stored as a picture.',
    file: 'src/server/domain/pictures/pictureWork.ts',
    text: 'return hasFilesOf(kind, encoded) ?',
    replacement: 'return encoded ?',
    test: 'tests/server/areas/operator/catalogue/pictureProcess.test.ts',
    name: 'O20 answers with something else than its files is refused',
  },
  {
    bug: 'A body without its length may be of any size.',
    file: 'src/server/areas/operator/catalogue/uploadPicture.ts',
    text: 'if (bytes > UPLOAD_MAX_BYTES)',
    replacement: 'if (bytes > 100 * UPLOAD_MAX_BYTES)',
    test: REFUSALS,
    name: 'O20 refuses a file of more than 8 MB, whatever its length says, and only this route takes more than others',
  },
  {
    bug: 'What a picture tells about its maker is kept.',
    file: ENCODE,
    text: '.avif({ quality: quality.avif',
    replacement: '.withExif({ IFD0: { Copyright: String(px) } }).avif({ quality: quality.avif',
    test: PICTURES,
    name: 'O20 loses what else its file had: place, author, colour profile, words',
  },
  {
    bug: 'A draft is published with a picture that is not there.',
    file: 'src/server/areas/operator/catalogue/sitePictures.ts',
    text: '...(await listUploaded(db)),',
    replacement: "...(await listUploaded(db)), 'products/u-0123456789abcdef',",
    test: PICTURES,
    name: 'O20 can be published, and a draft with a missing picture has a mistake',
  },
  {
    bug: 'A picture of an older revision is removed.',
    file: 'src/server/domain/pictures/removePictures.ts',
    text: 'UNION ALL SELECT content::text FROM ${catalogueRevisions}',
    replacement: 'UNION ALL SELECT content::text FROM ${catalogueRevisions} WHERE false',
    test: REMOVAL,
    name: 'O20 a picture of any revision stays for good, so that it can be rolled back to',
  },
  {
    bug: 'What a preview shows can be bought.',
    file: 'src/server/platform/pages/previewCookie.ts',
    text: "if (hasPreview(deps, request)) fail('previewOnly');",
    replacement: '',
    test: PREVIEW,
    name: 'O18 refuses every call with an effect while a draft is previewed',
  },
  {
    bug: 'Any file that comes with a catalogue is served as a picture.',
    file: 'src/server/domain/pictures/readPictureFolder.ts',
    text: '!(await isEncoded(bytes, { px, format }))',
    replacement: 'false',
    test: 'tests/server/areas/operator/catalogue/revisionFiles.test.ts',
    name: 'O20 files that are not what the site writes are refused, with their names',
  },
  {
    bug: 'The cookie of a preview shows the draft in any browser.',
    file: 'src/server/domain/operators/previewedReads.ts',
    text: 'const draft = preview && mayLook ?',
    replacement: 'const draft = preview ?',
    test: PREVIEW,
    name: 'O18 shows nothing of it to anybody else, and leaves nothing behind',
  },
  {
    bug: 'A preview keeps the operator signed in.',
    file: 'src/server/domain/operators/previewedReads.ts',
    text: 'findOperator(deps, request, { isUse: false })',
    replacement: 'findOperator(deps, request)',
    test: PREVIEW,
    name: 'O18 does not keep the operator signed in',
  },
  {
    bug: 'A banner with a code that has ended is published.',
    file: 'src/server/areas/operator/catalogue/deadPromos.ts',
    text: ', gt(discountCodes.endsAt, now())));',
    replacement: '));',
    test: 'tests/server/areas/operator/catalogue/drafts.test.ts',
    name: 'O21 refuses a new banner whose code does not work, and leaves old ones alone',
  },
];
