import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import classes from './ask.module.css';

interface AddressesProps {
  readonly dispute: Schema<'WholeDispute'>;
  readonly letterhead: Schema<'Letterhead'>;
  readonly department: Schema<'CommissionDepartment'>;
}

const textOf = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The agency's letterhead and the carrier's address. Saving them writes the letter anew. */
export function Addresses({ dispute, letterhead, department }: AddressesProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [agency, setAgency] = useState({
    name: letterhead.name ?? '',
    address: letterhead.address ?? '',
    contact: letterhead.contact ?? '',
    email: letterhead.email ?? '',
    npn: letterhead.npn ?? '',
  });
  const [carrier, setCarrier] = useState({ name: department.name ?? '', address: department.address ?? '' });
  const save = useMutation({
    mutationFn: async () => {
      const { name, address, contact, email, npn } = agency;
      const head = {
        ...{ name: textOf(name), address: textOf(address), contact: textOf(contact) },
        ...{ email: textOf(email), npn: textOf(npn) },
      };
      await answerOf(api.PUT('/v1/letterhead', { body: head }));
      await answerOf(
        api.PUT('/v1/carriers/{carrierId}/commission-department', {
          params: { path: { carrierId: dispute.carrierId } },
          body: { name: textOf(carrier.name), address: textOf(carrier.address), email: department.email },
        }),
      );
      const params = { path: { disputeId: dispute.id } };
      await answerOf(api.PATCH('/v1/disputes/{disputeId}', { params, body: { letter: null } }));
    },
    onSuccess: () =>
      Promise.all(
        ['letterhead', 'department', 'disputes'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
  });
  const ofAgency = (field: keyof typeof agency) => ({
    value: agency[field],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setAgency({ ...agency, [field]: currentTarget.value }),
  });
  const ofCarrier = (field: keyof typeof carrier) => ({
    value: carrier[field],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setCarrier({ ...carrier, [field]: currentTarget.value }),
  });
  return (
    <details>
      <summary className={classes.summary}>Letterhead and address</summary>
      <div className={classes.fields}>
        <div className={classes.pair}>
          <TextInput label="Carrier's department" placeholder="Commission Department" {...ofCarrier('name')} />
          <Textarea label="Carrier's address" autosize={false} rows={2} {...ofCarrier('address')} />
        </div>
        <div className={classes.pair}>
          <TextInput label="Your agency" {...ofAgency('name')} />
          <Textarea label="Your address" autosize={false} rows={2} {...ofAgency('address')} />
        </div>
        <div className={classes.pair}>
          <TextInput label="Who signs" {...ofAgency('contact')} />
          <TextInput label="Answers go to" type="email" {...ofAgency('email')} />
        </div>
        <div className={classes.pair}>
          <TextInput label="Producer number (NPN)" {...ofAgency('npn')} />
        </div>
      </div>
      {save.error !== null && <ProblemNotice title="The addresses were not kept" error={save.error} />}
      <div className={classes.buttons}>
        <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Keep them and write the letter anew
        </Button>
      </div>
    </details>
  );
}
