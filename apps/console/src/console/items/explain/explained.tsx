import { TextLink } from '../../frame/links.js';
import { useText } from '../../text/language.js';

interface Props {
  /** The number that is explained, like `on_hand.3` of a location or `flow.42`. */
  readonly what: string;
  readonly children: string;
}

/** A number that opens its explanation. */
export function Explained({ what, children }: Props) {
  const { t } = useText();
  return (
    <TextLink
      from="/items/$itemId"
      to="/items/$itemId"
      params={true}
      search={(former) => ({ ...former, explain: what })}
      resetScroll={false}
      className="explained"
      c="inherit"
      fz="inherit"
      title={t('explain')}
    >
      {children}
    </TextLink>
  );
}
