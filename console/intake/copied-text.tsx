import { Button, CopyButton } from '@mantine/core';
import classes from './intake.module.css';

/** Shows a text that a person passes on to somebody else, with a button that copies it. */
export function CopiedText({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <span className={classes.address}>
      <code>{text}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`${copied ? 'Copied' : 'Copy'} ${name}`}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </span>
  );
}
