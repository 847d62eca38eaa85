import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { actOnce } from '../api/client';
import { Problem } from '../api/problem';
import { refresh } from '../api/refresh';
import type { ShownSecret } from '../form/action';
import { SecretDialog } from '../form/secret-dialog';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice, ProblemNotice } from '../ui/notice';
import { useTell } from '../ui/notices';
import type { DecisionPanelProps, Verdict } from './decision-panel';
import { ReasonChoice } from './reason-choice';

interface DecisionDialogProps extends Omit<DecisionPanelProps, 'verdicts' | 'cannotBecause'> {
  verdict: Verdict;
  onClose: () => void;
}

/**
 * Stays open until the server has answered, and shows a refusal inside. A decision whose answer was lost is sent again
 * under the same reference, also from a dialog that is opened anew, so it counts once.
 */
export default function DecisionDialog({ subject, path, verdict, onDecided, onClose }: DecisionDialogProps) {
  const [note, setNote] = useState('');
  const [reason, setReason] = useState<string>();
  const [isOptionTaken, takeOption] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const [secret, setSecret] = useState<ShownSecret>();
  const queryClient = useQueryClient();
  const tell = useTell();
  const { noteField = 'note' } = verdict;
  const isNoteMissing = noteField !== null && verdict.isNoteRequired && note.trim() === '';
  const isReasonMissing = verdict.isReasonRequired && reason === undefined;
  const hint = isReasonMissing ? 'Choose a reason to go on.' : isNoteMissing ? 'Write a note to go on.' : undefined;
  const noteFault = problem?.errors.find(({ field }) => field === noteField)?.message;

  const finish = (): void => {
    onClose();
    onDecided();
    void refresh(queryClient);
  };
  const confirm = async (): Promise<void> => {
    if (isBusy || hint) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const body = {
        ...verdict.fixed,
        ...(verdict.isReasonRequired && { reasonCode: reason }),
        ...(verdict.option && isOptionTaken && { [verdict.option.field]: true }),
        ...(noteField !== null && note.trim() !== '' && { [noteField]: note.trim() }),
      };
      const { data } = await actOnce(verdict.operation, { path, body: body as never });
      tell(verdict.done);
      const made = secretOf(data);
      if (made) return setSecret(made);
      finish();
    } catch (error) {
      const known = error instanceof Problem ? error : new Problem(0, 'CONSOLE_ERROR', String(error));
      setProblem(known);
      setBusy(false);
      if (known.isUnknown) return;
      // Somebody else may have decided meanwhile: the case behind the dialog shows it.
      await refresh(queryClient);
    }
  };

  if (secret) return <SecretDialog secret={secret} onClose={finish} />;
  return (
    <Dialog title={verdict.title} description={subject} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void confirm()}
      >
        <Notice tone={verdict.isDanger ? 'warn' : 'info'}>{verdict.consequence}</Notice>
        {verdict.isReasonRequired && (
          <ReasonChoice
            operation={verdict.operation}
            chosen={reason}
            note={note}
            onChoose={(chosen, text) => {
              setReason(chosen);
              setNote(text);
            }}
          />
        )}
        {noteField !== null && (
          <NoteInput
            {...{ note, fault: noteFault, isRequired: verdict.isNoteRequired, isFirst: !verdict.isReasonRequired }}
            onChange={setNote}
          />
        )}
        {verdict.option && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={isOptionTaken}
              onChange={(event) => takeOption(event.target.checked)}
            />
            {verdict.option.label}
          </label>
        )}
        {problem && !noteFault && <ProblemNotice problem={problem} />}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <span className="mr-auto text-sm text-muted">{hint ?? 'Ctrl Enter confirms.'}</span>
          <Button onClick={onClose} autoFocus={noteField === null && verdict.isDanger}>
            Cancel
          </Button>
          <Button
            look={verdict.isDanger ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabled={!!hint}
            autoFocus={noteField === null && !verdict.isDanger}
            onClick={() => void confirm()}
          >
            {problem?.isUnknown ? 'Send again' : verdict.title}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface NoteInputProps {
  note: string;
  fault: string | undefined;
  isRequired: boolean;
  /** Nothing above it is filled in first, so it has the focus. */
  isFirst: boolean;
  onChange: (note: string) => void;
}

function NoteInput({ note, fault, isRequired, isFirst, onChange }: NoteInputProps) {
  const noteId = useId();
  return (
    <div>
      <label htmlFor={noteId} className="mb-1 block font-medium">
        Note {!isRequired && <span className="font-normal text-muted">– optional</span>}
      </label>
      <textarea
        id={noteId}
        rows={3}
        value={note}
        autoFocus={isFirst}
        maxLength={500}
        aria-invalid={!!fault}
        aria-describedby={fault ? `${noteId}-fault` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="w-full rounded-md border border-line-strong bg-card px-2.5 py-1.5 text-text"
      />
      {fault && (
        <p id={`${noteId}-fault`} className="m-0 text-sm text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}

/** The secret that an approval made: whoever asked for a client or an endpoint does not get it, its approver does. */
function secretOf(answer: unknown): ShownSecret | undefined {
  const { result } = (answer ?? {}) as { result?: { clientId?: string; clientSecret?: string; secret?: string } };
  const value = result?.clientSecret ?? result?.secret;
  if (!value) return undefined;
  return { label: result?.clientSecret ? `Secret of the client ${result.clientId}` : 'Secret of the endpoint', value };
}
