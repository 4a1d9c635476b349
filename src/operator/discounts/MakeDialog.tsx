import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorText, errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { FormDialog } from '../acts/FormDialog.tsx';
import { previewAct } from '../platform/operatorApi.ts';
import { renderEffect } from './DiscountActs.tsx';
import { MadeCodes } from './MadeCodes.tsx';
import { TermFields } from './TermFields.tsx';
import { NOTHING_TYPED, readBatch, readCode, type TermField, type TypedTerms } from './typedTerms.ts';

interface MakeDialogProps {
  what: 'code' | 'batch';
  onClose: () => void;
}

/**
 * Makes a code or a batch: asks for its terms, then shows its effect and asks for the reason. Refusals of the server
 * appear at their fields. The codes of a batch are shown once.
 */
export function MakeDialog({ what, onClose }: MakeDialogProps) {
  const { t } = useTranslation('operatorDiscounts');
  const navigate = useNavigate();
  const [typed, setTyped] = useState<TypedTerms>(NOTHING_TYPED);
  const [wrong, setWrong] = useState<Partial<Record<TermField, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [body, setBody] = useState<object>();
  const [made, setMade] = useState<{ id: number; codes?: string[] }>();
  const { isPending, run } = useOneRequest();
  const endpoint = what === 'code' ? operatorCalls.makeDiscount : operatorCalls.makeDiscountBatch;

  const check = () =>
    run(
      async () => {
        const read = what === 'code' ? readCode(typed) : readBatch(typed);
        setFailure(undefined);
        if ('wrong' in read)
          return setWrong({ [read.wrong]: t(`make.wrong.${read.wrong}` as 'make.wrong.takes') });
        await previewAct(endpoint, { body: read.body });
        setBody(read.body);
      },
      (error) => {
        const fields = error instanceof ApiError ? Object.entries(error.errors) : [];
        setWrong(Object.fromEntries(fields.map(([name, code]) => [fieldOf(name), code && errorText(code)])));
        if (fields.length === 0) setFailure(errorTextOf(error));
      },
    );

  if (made && what === 'batch')
    return (
      <MadeCodes
        codes={made.codes}
        prefix={typed.code.trim().toUpperCase()}
        onClose={() => void navigate(`/discounts/${made.id}`)}
      />
    );
  if (body)
    return (
      <ActDialog
        plan={{ endpoint, input: { body } }}
        title={t(`make.${what}`)}
        label={t(`make.${what}Do`)}
        done={t(`make.${what}Done`)}
        renderForeseen={renderEffect}
        onClose={() => setBody(undefined)}
        onDone={(reply) => {
          setMade(reply as { id: number; codes?: string[] });
          if (what === 'code') void navigate(`/discounts/${(reply as { id: number }).id}`);
        }}
      />
    );
  return (
    <FormDialog title={t(`make.${what}`)} busy={isPending} onSubmit={() => void check()} onClose={onClose}>
      <TermFields
        what={what}
        typed={typed}
        wrong={wrong}
        onChange={(changes) => {
          setTyped({ ...typed, ...changes });
          setWrong({});
        }}
      />
      <FormAlert sentences={failure === undefined ? [] : [failure]} />
    </FormDialog>
  );
}

/** Maps a field of the request to the form's field that shows its error. */
const fieldOf = (name: string): TermField =>
  name === 'goodsIds' ? 'goods' : name === 'prefix' ? 'code' : (name.split('.')[0] as TermField);
