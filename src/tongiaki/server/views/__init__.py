"""What a seat may see: the public position, the choices with their parts, and why other things are not possible."""

from tongiaki.server.views.choices import learn_all
from tongiaki.server.views.view import Sight, view_of

__all__ = ["Sight", "learn_all", "view_of"]
