import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { OperationId } from '../api/client';
import { loadForms } from '../form/fields';
import { stateLabel } from '../rules/words';

interface ReasonChoiceProps {
  /** The API's document lists the values of its field `reasonCode`. */
  operation: OperationId;
  chosen: string | undefined;
  /** Called with the note too, which is the reason's words until somebody writes another one. */
  onChoose: (reason: string, note: string) => void;
  note: string;
}

/** The reasons of a decision, of which one is chosen. */
export function ReasonChoice({ operation, chosen, note, onChoose }: ReasonChoiceProps) {
  const name = useId();
  const { data: fields } = useQuery({ queryKey: ['forms'], queryFn: loadForms, staleTime: Infinity });
  const reasons = (fields?.[operation]?.reasonCode?.o ?? []).map(String);
  const isNoteTheirs = note === '' || reasons.some((reason) => noteOf(reason) === note);
  return (
    <fieldset className="border-0 p-0">
      <legend className="mb-1 font-medium">Reason</legend>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {reasons.map((reason, index) => (
          <label key={reason} className="flex items-center gap-2">
            <input
              type="radio"
              name={name}
              className="size-4 accent-accent"
              autoFocus={index === 0}
              checked={chosen === reason}
              onChange={() => onChoose(reason, isNoteTheirs ? noteOf(reason) : note)}
            />
            {stateLabel(reason)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function noteOf(reason: string): string {
  return `${stateLabel(reason)}.`;
}
