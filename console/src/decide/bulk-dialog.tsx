import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { actOnce, type Answer, type OperationId } from '../api/client';
import { Problem } from '../api/problem';
import { refresh } from '../api/refresh';
import { naira } from '../rules/naira';
import { plural } from '../rules/words';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice, ProblemNotice } from '../ui/notice';
import type { BulkCase, BulkPanelProps } from './bulk-panel';
import { ReasonChoice } from './reason-choice';

type Result = Answer<'decideApprovals'>['results'][number];

interface BulkDialogProps extends Pick<BulkPanelProps, 'operation' | 'cases' | 'isNoteRequired'> {
  verdict: 'approve' | 'decline';
  reasonsOf: OperationId | undefined;
  title: string;
  total: number;
  onClose: (isDecided: boolean) => void;
}

export default function BulkDialog({
  operation,
  cases,
  verdict,
  title,
  total,
  isNoteRequired,
  reasonsOf,
  onClose,
}: BulkDialogProps) {
  const noteId = useId();
  const queryClient = useQueryClient();
  const [note, setNote] = useState('');
  const [reason, setReason] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [results, setResults] = useState<Result[]>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const decisions = cases.map(({ approvalId, seen }) => ({
        approvalId,
        verdict,
        ...(verdict === 'approve' && seen),
        ...(note.trim() && { note: note.trim() }),
        ...(reason && { reasonCode: reason as never }),
      }));
      const { data } = await actOnce(operation, { body: { decisions } });
      setResults(data.results);
      await refresh(queryClient);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  if (results) return <BulkResults {...{ title, cases, results }} onClose={() => onClose(true)} />;
  return (
    <Dialog
      title={title}
      description={`Together ${naira(total)}. Each case is decided by itself.`}
      onClose={() => onClose(false)}
    >
      <div className="space-y-4">
        <ul className="m-0 max-h-52 list-none overflow-y-auto p-0" tabIndex={0} aria-label="Selected cases">
          {cases.map((one) => (
            <li key={one.approvalId} className="flex justify-between gap-3 border-b border-line py-1 last:border-0">
              <span className="truncate">{one.title}</span>
              <span className="whitespace-nowrap">{naira(one.amount)}</span>
            </li>
          ))}
        </ul>
        {reasonsOf && (
          <ReasonChoice
            operation={reasonsOf}
            chosen={reason}
            note={note}
            onChoose={(chosen, text) => {
              setReason(chosen);
              setNote(text);
            }}
          />
        )}
        <div>
          <label htmlFor={noteId} className="mb-1 block font-medium">
            Note for each {!isNoteRequired && <span className="font-normal text-muted">– optional</span>}
          </label>
          <textarea
            id={noteId}
            rows={2}
            autoFocus={!reasonsOf}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            className="w-full rounded-md border border-line-strong bg-card px-2.5 py-1.5 text-text"
          />
        </div>
        <ProblemNotice problem={problem} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button
            look={verdict === 'decline' ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabled={(isNoteRequired && note.trim() === '') || (!!reasonsOf && !reason)}
            onClick={() => void confirm()}
          >
            {problem?.isUnknown ? 'Send again' : title}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function BulkResults({
  title,
  cases,
  results,
  onClose,
}: {
  title: string;
  cases: BulkCase[];
  results: Result[];
  onClose: () => void;
}) {
  const titles = new Map(cases.map((one) => [one.approvalId, one.title]));
  const refused = results.filter(({ ok }) => !ok);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="space-y-4">
        <Notice tone={refused.length === 0 ? 'good' : 'warn'} role="status">
          {plural(results.length - refused.length, 'case')} decided
          {refused.length > 0 ? `, ${refused.length} not.` : '.'}
        </Notice>
        <ul className="m-0 list-none space-y-2 p-0">
          {refused.map(({ approvalId, message }) => (
            <li key={approvalId}>
              <b>{titles.get(approvalId)}</b>: {message}
            </li>
          ))}
        </ul>
        <div className="flex justify-end">
          <Button look="primary" autoFocus onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
