import { Anchor, Button, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

// Mantine's links that go to pages of the console without loading it anew.
export const TextLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(Button<'a'>);
export const NavigationLink = createLink(NavLink<'a'>);
