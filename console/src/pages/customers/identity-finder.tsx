import { useState } from 'react';
import { useMay } from '../../app/session';
import { Button } from '../../ui/button';
import { later } from '../../ui/later';

const FinderDialog = later(() => import('./identity-finder-dialog'));

/**
 * Finds a person by BVN or NIN. It is no filter of the list, because filters stand in the address, which the browser
 * and others keep.
 */
export function IdentityFinder() {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('listIndividualCustomers')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Find by BVN or NIN</Button>
      {isOpen && <FinderDialog onClose={() => setOpen(false)} />}
    </>
  );
}
