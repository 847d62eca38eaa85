import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { act, newReference, read } from '../../api/client';
import { Problem } from '../../api/problem';
import { actor } from '../../rules/words';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { ProblemNotice } from '../../ui/notice';
import { When } from '../../ui/when';

/** The operations of a case's notes. */
export interface NoteOperations {
  list: 'listAmlHoldNotes' | 'listApprovalNotes';
  add: 'addAmlHoldNote' | 'addApprovalNote';
}

const LONGEST_NOTE = 1_000;

/** What staff wrote about a case while it was open; the notes stay with it. */
export function CaseNotes({ id, operations }: { id: string; operations: NoteOperations }) {
  const fieldId = useId();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const reference = useRef(newReference());
  const notes = useQuery({
    queryKey: [operations.list, id],
    queryFn: ({ signal }) => read(operations.list, { path: { approvalId: id }, query: { Direction: 'Asc' }, signal }),
  });
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setProblem(undefined);
    try {
      await act(operations.add, { path: { approvalId: id }, body: { text }, reference: reference.current });
      setText('');
      reference.current = newReference();
      await queryClient.invalidateQueries({ queryKey: [operations.list, id] });
    } catch (error) {
      if (error instanceof Problem) setProblem(error);
    }
  };
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
      <form className="space-y-2" onSubmit={(event) => void add(event)}>
        <ProblemNotice problem={problem ?? notes.error} />
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
        <Button type="submit" disabled={text.trim() === ''}>
          Add the note
        </Button>
      </form>
    </Card>
  );
}
