import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { Ref } from 'react';

type WithRef<Props> = Props & { readonly ref?: Ref<HTMLAnchorElement> };

/** A link to a screen that looks like a button; its path and parameters are checked by the compiler. */
export const LinkButton = createLink((props: WithRef<ButtonProps>) => <Button component="a" {...props} />);

/** A link to a screen within text. */
export const TextLink = createLink((props: WithRef<AnchorProps>) => <Anchor inherit underline="always" {...props} />);
