import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { act, newReference, permissionOf, read, referenceAfter } from '../api/client';
import { Problem } from '../api/problem';
import { refresh } from '../api/refresh';
import { useSession } from '../app/session';
import { may } from '../rules/permissions';
import { actor } from '../rules/words';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { ProblemNotice } from '../ui/notice';
import { When } from '../ui/when';

/** The operations of a record's notes, and the path of the record. */
export type NotedRecord =
  | { list: 'listAmlHoldNotes'; add: 'addAmlHoldNote'; path: { approvalId: string } }
  | { list: 'listApprovalNotes'; add: 'addApprovalNote'; path: { approvalId: string } }
  | { list: 'listCustomerNotes'; add: 'addCustomerNote'; path: { customerID: string } };

const LONGEST_NOTE = 1_000;

/** The notes of staff about a record. A note is never changed. */
export function RecordNotes({ of }: { of: NotedRecord }) {
  const { permissions } = useSession();
  const queryClient = useQueryClient();
  const queryKey = [of.list, of.path];
  const notes = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(of.list, { path: of.path, query: { Direction: 'Asc' }, signal }),
  });
  return (
    <Card title="Notes">
      <ul className="m-0 mb-3 list-none space-y-3 p-0">
        {notes.data?.data.map((note) => (
          <li key={note.id}>
            <div className="flex flex-wrap justify-between gap-2 text-sm text-muted">
              <span>{actor(note.author)}</span>
              <When at={note.writtenAt} />
            </div>
            <p className="m-0 whitespace-pre-wrap">{note.text}</p>
          </li>
        ))}
      </ul>
      <ProblemNotice problem={notes.error} />
      {notes.data?.data.length === 0 && <p className="mt-0 text-muted">None yet.</p>}
      {may(permissions, permissionOf(of.add)) && (
        <NewNote of={of} onAdded={() => void refresh(queryClient, queryKey)} />
      )}
    </Card>
  );
}

function NewNote({ of, onAdded }: { of: NotedRecord; onAdded: () => void }) {
  const fieldId = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [isSending, setSending] = useState(false);
  const reference = useRef(newReference());
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setProblem(undefined);
    setSending(true);
    try {
      await act(of.add, { path: of.path, body: { text }, reference: reference.current });
      setText('');
      reference.current = newReference();
      onAdded();
    } catch (error) {
      reference.current = referenceAfter(error, reference.current);
      if (error instanceof Problem) setProblem(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <form className="space-y-2" onSubmit={(event) => void add(event)}>
      <ProblemNotice problem={problem} />
      <label htmlFor={fieldId} className="font-medium">
        New note
      </label>
      <textarea
        id={fieldId}
        rows={2}
        maxLength={LONGEST_NOTE}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="w-full rounded-md border border-line-strong bg-card px-2.5 py-1.5 text-text"
      />
      <Button type="submit" disabled={text.trim() === ''} isBusy={isSending}>
        Add the note
      </Button>
    </form>
  );
}
