import { useEffect } from 'react';
import { ActionChapter } from './ActionChapter.tsx';
import { ChoiceChapter } from './ChoiceChapter.tsx';
import { ColourChapter } from './ColourChapter.tsx';
import { FieldChapter } from './FieldChapter.tsx';
import { NoticeChapter } from './NoticeChapter.tsx';
import { NumberChapter } from './NumberChapter.tsx';
import { PaperChapter } from './PaperChapter.tsx';
import { PictureChapter } from './PictureChapter.tsx';
import { PrizeChapter } from './PrizeChapter.tsx';
import { RarityChapter } from './RarityChapter.tsx';
import { ShapeChapter } from './ShapeChapter.tsx';
import { showStates } from './showStates.ts';
import { TypeChapter } from './TypeChapter.tsx';
import { WayChapter } from './WayChapter.tsx';

/** The guide to the look of the site: tokens, then every part of `ui` in every state. */
export function Kit() {
  useEffect(() => showStates(), []);
  return (
    <>
      <ColourChapter />
      <TypeChapter />
      <ShapeChapter />
      <RarityChapter />
      <ActionChapter />
      <FieldChapter />
      <ChoiceChapter />
      <NumberChapter />
      <WayChapter />
      <PaperChapter />
      <PrizeChapter />
      <PictureChapter />
      <NoticeChapter />
    </>
  );
}
