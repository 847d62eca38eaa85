import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { PageHead } from '../../ui/page-head';
import { TextField } from '../../ui/text-field';

interface Choice {
  /** The title of the page that follows, and its introduction. */
  title: string;
  intro: string;
  /** The heading of the form, such as `Choose a ledger`. */
  heading: string;
  label: string;
  button: string;
  /** The page of the account or ledger with this number. */
  addressOf: (number: string) => string;
  /** Another way to choose, below the form. */
  children?: ReactNode;
}

/** Asks for the account or the ledger of a page that shows one. */
export function ChooseAccount({ title, intro, heading, label, button, addressOf, children }: Choice) {
  const [number, setNumber] = useState('');
  const navigate = useNavigate();
  return (
    <div className="space-y-4">
      <PageHead title={title} intro={intro} />
      <Card title={heading}>
        <form
          className="flex max-w-md flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (number.trim()) void navigate({ to: addressOf(number.trim()) });
          }}
        >
          <TextField label={label} required maxLength={20} value={number} onChange={setNumber} />
          <Button type="submit" look="primary">
            {button}
          </Button>
        </form>
        {children}
      </Card>
    </div>
  );
}
