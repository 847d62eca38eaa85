import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { read } from '../../api/client';
import { ungrouped } from '../../rules/numbers';
import { recordAddress } from '../../rules/record-address';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Notice, ProblemNotice } from '../../ui/notice';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';

type Kind = 'BVN' | 'NIN';

const KINDS = [
  ['BVN', 'BVN'],
  ['NIN', 'NIN'],
] as const;
const WHOLE = /^\d{11}$/;

/** Asks for a whole identity number and opens the page of the person who has it. The number is kept nowhere. */
export default function IdentityFinderDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('BVN');
  const [number, setNumber] = useState('');
  const { find, missing, problem, isBusy, forget } = useFinding(onClose);
  const isWhole = WHOLE.test(ungrouped(number));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isWhole) void find(kind, ungrouped(number));
  };
  return (
    <Dialog
      title="Find a person by identity number"
      description="The audit log keeps whom you found, not the number."
      onClose={onClose}
    >
      <form className="space-y-4" onSubmit={submit}>
        <SelectField
          label="Kind of number"
          options={KINDS}
          value={kind}
          onChange={(value) => {
            setKind(value as Kind);
            forget();
          }}
        />
        <TextField
          label={`Whole ${kind}`}
          help="11 digits."
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          autoFocus
          value={number}
          onChange={(value) => {
            setNumber(value);
            forget();
          }}
        />
        {missing && (
          <Notice tone="warn" role="alert">
            No customer has this {missing}. Compare each digit, or find the person by name or telephone.
          </Notice>
        )}
        <ProblemNotice problem={problem} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy} reason={isWhole ? null : 'Enter the 11 digits first.'}>
            Find the person
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Looks a number up. What it found is no part of the answers that the console keeps, whose names would have it. */
function useFinding(onFound: () => void) {
  const navigate = useNavigate();
  const [missing, setMissing] = useState<Kind>();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const forget = (): void => {
    setMissing(undefined);
    setProblem(undefined);
  };
  const find = async (kind: Kind, number: string): Promise<void> => {
    setBusy(true);
    forget();
    try {
      const { data } = await read('listIndividualCustomers', { query: { [kind]: number } });
      const [person] = data;
      if (person) {
        onFound();
        return await navigate({ to: recordAddress('customer', person.customerID)! });
      }
      setMissing(kind);
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  return { find, missing, problem, isBusy, forget };
}
