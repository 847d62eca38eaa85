import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { recordAddress } from '../../rules/record-address';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';

/** Opens the page of a virtual account by its number. */
export function VirtualAccountFinder() {
  const navigate = useNavigate();
  const [number, setNumber] = useState('');
  const address = number.trim() && recordAddress('account', number.trim());
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (address) void navigate({ to: address });
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label="Number of a virtual account"
          value={number}
          onChange={setNumber}
          inputMode="numeric"
          maxLength={20}
          autoComplete="off"
        />
      </div>
      <Button type="submit" className="min-h-10" reason={address ? null : 'Enter the number first.'}>
        Open the virtual account
      </Button>
    </form>
  );
}
