"""The rooms here may play Lots, as the tables do."""

from table.conftest import lots_is_known as lots_is_known
