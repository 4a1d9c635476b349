import type { Coupon } from '#/contract/cases.ts';
import { useFocusLost } from '#/client/ui/feedback/useFocusLost.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { UndoLabel } from './UndoLabel.tsx';
import { type Undo, useUndo } from './useUndo.ts';

interface UndoSwapProps {
  coupon: Coupon;
  /** Called when the button goes while it has the focus, for example because its time is over. */
  onFocusLost: () => void;
}

/** Undoes the exchange of a prize in the list, with the remaining time; nothing when there is none (C5). */
export function UndoSwap({ coupon, onFocusLost }: UndoSwapProps) {
  const undo = useUndo([coupon]);
  return undo && <UndoButton {...undo} onFocusLost={onFocusLost} />;
}

function UndoButton({ seconds, isPending, undo, onFocusLost }: Undo & Pick<UndoSwapProps, 'onFocusLost'>) {
  const button = useFocusLost<HTMLButtonElement>(onFocusLost);
  return (
    <Button ref={button} variant="quiet" size="small" icon="arrowLeft" wide busy={isPending} onClick={undo}>
      <UndoLabel seconds={seconds} />
    </Button>
  );
}
