import { Anchor, Button, type ButtonProps, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

// Mantine's links that go to pages of the console without loading it anew.
export const TextLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink((props: ButtonProps & ComponentProps<'a'>) => <Button component="a" {...props} />);
export const NavigationLink = createLink(NavLink<'a'>);
