/**
 * Mistakes of a value other than a wrong type or size: a stable code that pages translate, and the
 * sentence for the shell.
 */
export const SENTENCES = {
  notPictureName: 'must be a kebab-case image name',
  notPicture: 'must be the name of a picture',
  outerSpaces: 'must be a text without outer spaces',
  notServerKey: 'must be a server key',
  notAddress: 'must be an address as game.example:22005',
  notGameCode: 'must be a code of the game',
  notPrintable: 'must be printable',
  paramsTooLong: 'must be at most 700 characters',
  notKebabCase: 'must be kebab-case',
  notDiscountCode: 'must be a discount code in upper case',
  ticketSum: 'tickets must sum to exactly 1000000',
  itemIdsRepeat: 'item ids repeat',
  coinBounds: 'bounds must be whole coins within the price range',
  tierGap: 'tiers must follow each other without a gap, up to the end of the price range',
  tierFloat: 'a coefficient must give the same bonus in floating point and in integers',
  productTypesRepeat: 'product types repeat',
  coinsMissing: 'one_coin is missing',
  caseOfItem: 'casesItem, and nothing else, names its case',
  codeDiffers: 'the same code must have the same params and offline',
  levels: 'levels must be 1, 2, 3 and so on',
  rankGap: 'ranks must follow each other without a gap, and the last one must have no end',
  rankPaysLess: 'a higher rank must not pay less',
  givenTwice: 'the same is given twice: say it once',
} as const;

export type SentenceCode = keyof typeof SENTENCES;

const CODES = new Map<string, SentenceCode>(
  (Object.keys(SENTENCES) as SentenceCode[]).map((code) => [SENTENCES[code], code]),
);

/** The code of a sentence. */
export const codeOfSentence = (sentence: string): SentenceCode | undefined => CODES.get(sentence);
