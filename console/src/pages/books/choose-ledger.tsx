import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { PageHead } from '../../ui/page-head';
import { TextField } from '../../ui/text-field';
import { ledgerAddress } from './ledger-address';

/** Asks whose entries are to be shown. */
export function ChooseLedger() {
  const [code, setCode] = useState('');
  const navigate = useNavigate();
  return (
    <div className="space-y-4">
      <PageHead title="Ledger entries" intro="The entries of one ledger between two days." />
      <Card title="Choose a ledger">
        <form
          className="flex max-w-md flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (code.trim()) void navigate({ to: ledgerAddress(code.trim()) });
          }}
        >
          <TextField label="Code of the ledger" required maxLength={20} value={code} onChange={setCode} />
          <Button type="submit" look="primary">
            Show the entries
          </Button>
        </form>
        <p className="mb-0">
          Or open it from the{' '}
          <Link to="/books/ledgers" className="text-accent underline">
            chart of accounts
          </Link>
          .
        </p>
      </Card>
    </div>
  );
}
