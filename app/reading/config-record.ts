import { z } from 'zod';
import { COLUMN_NAMES } from '../../core/statement/columns.ts';
import { columnSource, statementConfigSchema } from '../../core/statement/config.ts';

const columns = z
  .partialRecord(
    z.enum(COLUMN_NAMES),
    columnSource.meta({ id: 'ColumnSource', description: 'Where the value of a column comes from.' }),
  )
  .meta({
    id: 'StatementColumns',
    example: { member_external_id: ['Member ID', 'Subscriber ID'], commission_amount: 'Commission' },
  });

/** The fields of a statement format, without the rules between them, which core/statement/config.ts checks. */
export const configShape = { ...statementConfigSchema.shape, columns };

export const statementConfig = z.strictObject(configShape).meta({
  id: 'StatementConfig',
  description: 'How the statements of a carrier are read, with every option filled in.',
});
