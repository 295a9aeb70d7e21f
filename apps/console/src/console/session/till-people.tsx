import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '../text/language.js';
import { type KeptSession, readOthers } from './kept-session.js';
import { returnTo } from './session.js';

/** The people whose sessions wait at this till. */
export function TillPeople() {
  const { t } = useText();
  const [people, setPeople] = useState<readonly KeptSession[]>([]);
  useEffect(() => void readOthers().then(setPeople), []);
  if (!people.length) return null;
  return (
    <Stack component="section" gap="xs" aria-label={t('tillPeople')}>
      <Text size="sm" c="dimmed">
        {t('tillPeople')}
      </Text>
      {people.map((person) => (
        <Button key={person.session} variant="default" fullWidth onClick={() => void returnTo(person)}>
          {person.apiKey}
        </Button>
      ))}
    </Stack>
  );
}
