import type { Coupon } from '#/contract/cases.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { UndoLabel } from './UndoLabel.tsx';
import { useUndo } from './useUndo.ts';

/** Undoes the exchange of a prize in the list, with the remaining time; nothing when there is none (C5). */
export function UndoSwap({ coupon }: { coupon: Coupon }) {
  const undo = useUndo([coupon]);
  if (!undo) return null;
  return (
    <Button variant="quiet" size="small" icon="arrowLeft" wide busy={undo.isPending} onClick={undo.undo}>
      <UndoLabel seconds={undo.seconds} />
    </Button>
  );
}
