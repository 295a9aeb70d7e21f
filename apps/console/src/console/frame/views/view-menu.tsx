import { Button, Group, Menu, Modal, TextInput } from '@mantine/core';
import '@mantine/core/styles/Modal.css';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../text/language.js';
import { isSameSearch, type KeptViews, type ListName, useKeptViews, type View } from './kept-views.js';

interface Props {
  readonly list: ListName;
  readonly search: object;
}

/** Keeps what the address of a list shows under a name, and leads back to it. */
export function ViewMenu({ list, search }: Props) {
  const { t } = useText();
  const navigate = useNavigate();
  const [kept, setKept] = useKeptViews(list);
  const [isNaming, setNaming] = useState(false);
  const current = kept.views.find((view) => isSameSearch(view.search, search));
  const isUsual = current !== undefined && current.name === kept.usual;
  const show = ({ search }: View) => void navigate({ to: `/${list}`, search: search as never });
  const save = (name: string) => {
    setKept(
      current ? renamed(kept, current.name, name) : saved(kept, { name, search: { ...search, page: undefined } }),
    );
    setNaming(false);
  };
  return (
    <>
      <Menu position="bottom-start" width={240}>
        <Menu.Target>
          <Button variant="default" size="xs">
            {current ? t('viewsCurrent', { name: current.name }) : t('views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kept.views.map((view) => (
            <Menu.Item
              key={view.name}
              onClick={() => show(view)}
              fw={view === current ? 650 : undefined}
              rightSection={view.name === kept.usual && <span title={t('viewsIsUsual')}>★</span>}
            >
              {view.name}
            </Menu.Item>
          ))}
          {kept.views.length > 0 && <Menu.Divider />}
          {current ? (
            <>
              <Menu.Item onClick={() => setKept({ ...kept, usual: isUsual ? undefined : current.name })}>
                {t(isUsual ? 'viewsNotUsual' : 'viewsMakeUsual')}
              </Menu.Item>
              <Menu.Item onClick={() => setNaming(true)}>{t('viewsRename')}</Menu.Item>
              <Menu.Item color="red" onClick={() => setKept(without(kept, current.name))}>
                {t('viewsDelete')}
              </Menu.Item>
            </>
          ) : (
            <Menu.Item onClick={() => setNaming(true)}>{t('viewsSave')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog former={current?.name ?? ''} kept={kept} onName={save} onClose={() => setNaming(false)} />
      )}
    </>
  );
}

interface NameProps {
  readonly former: string;
  readonly kept: KeptViews;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameDialog({ former, kept, onName, onClose }: NameProps) {
  const { t } = useText();
  const [name, setName] = useState(former);
  const wanted = name.trim();
  const isTaken = wanted !== former && kept.views.some((view) => view.name === wanted);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (wanted && !isTaken) onName(wanted);
  };
  return (
    <Modal opened onClose={onClose} title={t(former ? 'viewsRename' : 'viewsSave')}>
      <form onSubmit={submit}>
        <TextInput
          label={t('name')}
          data-autofocus
          maxLength={60}
          value={name}
          error={isTaken && t('viewsTaken')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button type="submit" disabled={!wanted || isTaken}>
            {t('save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

const saved = (kept: KeptViews, view: View): KeptViews => ({ ...kept, views: [...kept.views, view] });

const without = (kept: KeptViews, name: string): KeptViews => ({
  views: kept.views.filter((view) => view.name !== name),
  usual: kept.usual === name ? undefined : kept.usual,
});

const renamed = (kept: KeptViews, former: string, name: string): KeptViews => ({
  views: kept.views.map((view) => (view.name === former ? { ...view, name } : view)),
  usual: kept.usual === former ? name : kept.usual,
});
